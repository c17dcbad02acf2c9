//! `/standard/batch`: many positions in one request. Answers are sent line by line while others are
//! computed.

use std::{
    borrow::Cow, collections::VecDeque, future::poll_fn, ops::Range, pin::pin, sync::Arc,
    task::Poll,
};

use drawproof_api::{brief, read_fen, standard};
use drawproof_board::Board;
use drawproof_tables::probe::ProbeError;
use hyper::{StatusCode, body::Bytes};
use serde::Serialize;
use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        oneshot::Receiver,
    },
    time::{Instant, timeout_at},
};

use crate::{
    http::{
        answer::{Answer, Content, Refusal, answer},
        incoming::{Slot, Slots},
    },
    settings::Settings,
    tables::{Lookup, Missing, Refusals, Tables, missing_of},
    work::Work,
};

/// The number of positions that a thread answers at a time.
const CHUNK: usize = 256;

/// The number of positions that a thread answers at a time with moves, which take twenty times as
/// long.
const CHUNK_OF_MOVES: usize = 32;

/// The number of parts computed ahead of a client that reads quickly.
const PARTS_AHEAD: usize = 8;

/// The memory in bytes of unsent answers to a client that does not read: with moves, and without
/// them. The positions are not included.
const WAITING_BYTES: [usize; 2] = [512 << 10, 96 << 10];

/// The positions of a batch request.
pub struct Batch {
    text: String,
    /// The range of each FEN in `text`.
    fens: Vec<Range<usize>>,
    /// Whether the answers include the moves.
    moves: bool,
}

/// A line of the answer.
#[derive(Serialize)]
struct Line<'a, D: Serialize> {
    fen: &'a str,
    #[serde(flatten)]
    document: D,
}

/// A line of the answer about a text that is not a position, or about a position without an answer.
#[derive(Serialize)]
struct Wrong {
    error: String,
}

impl Batch {
    /// Parses the positions in a body: FENs on lines of their own, with blank lines ignored, or a
    /// JSON array of FENs.
    ///
    /// # Errors
    ///
    /// Fails if the body is not UTF-8, is an invalid array, or has more than `max` positions.
    pub fn new(body: Vec<u8>, moves: bool, max: usize) -> Result<Batch, Refusal> {
        let no_text = |_| Refusal::bad_request("the body is not UTF-8");
        let text = String::from_utf8(body).map_err(no_text)?;
        // Some editors begin a file with a byte-order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let too_many = || {
            let message = format!("the batch has more than {max} positions");
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
        };
        let mut batch = Batch { text: String::with_capacity(text.len()), fens: Vec::new(), moves };
        let mut add = |fen: &str| {
            let first = batch.text.len();
            batch.text.push_str(fen);
            batch.fens.push(first..batch.text.len());
            if batch.fens.len() > max { Err(too_many()) } else { Ok(()) }
        };
        if text.trim_start().starts_with('[') {
            let fens: Vec<Cow<str>> = serde_json::from_str(text)
                .map_err(|error| Refusal::bad_request(format!("no array of FENs: {error}")))?;
            fens.iter().try_for_each(|fen| add(fen.trim()))?;
        } else {
            let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.try_for_each(&mut add)?;
        }
        Ok(batch)
    }

    /// Returns the number of positions in the batch.
    pub fn len(&self) -> usize {
        self.fens.len()
    }

    /// Returns the text of a position, given its index.
    fn fen(&self, place: usize) -> &str {
        &self.text[self.fens[place].clone()]
    }

    /// Returns the lines about some of the positions. An error names a missing table. With
    /// `is_last`, the error becomes the answer about the positions that need the table.
    fn lines(
        &self,
        places: Range<usize>,
        lookup: &Lookup,
        is_last: bool,
        settings: &Settings,
    ) -> Result<Vec<u8>, Box<(Board, Missing)>> {
        let mut out = Vec::with_capacity(places.len() * if self.moves { 3 << 10 } else { 96 });
        for place in places {
            let fen = self.fen(place);
            let board = match read_fen(fen) {
                Ok(board) => board,
                Err(error) => {
                    write(&mut out, fen, Wrong { error: error.to_string() });
                    continue;
                }
            };
            let men = board.occupied().len() as usize;
            let made = lookup.with_sources(men, false, |sources| match self.moves {
                true => standard(&board, sources).map(|document| write(&mut out, fen, document)),
                false => brief(&board, sources).map(|document| write(&mut out, fen, document)),
            });
            let Err(error) = made else { continue };
            match missing_of(&error).filter(|_| !is_last) {
                Some(missing) => return Err(Box::new((board, missing))),
                None => {
                    let error = settings.without_folders(&reason(&error));
                    write(&mut out, fen, Wrong { error });
                }
            }
        }
        Ok(out)
    }
}

/// Describes why a position has no answer.
fn reason(error: &ProbeError) -> String {
    match missing_of(error) {
        Some(missing) => format!("{missing}: try again later"),
        None => error.to_string(),
    }
}

fn write(out: &mut Vec<u8>, fen: &str, document: impl Serialize) {
    serde_json::to_writer(&mut *out, &Line { fen, document }).expect("memory can be written");
    out.push(b'\n');
}

/// The tables, threads and deadlines for answering a batch.
pub struct Means {
    /// The tables of the server.
    pub tables: Arc<Tables>,
    /// The threads for batches.
    pub work: Work,
    /// The slots of running batches.
    pub slots: Slots,
    /// The deadline for waiting for tables.
    pub tables_deadline: Instant,
    /// The deadline for the whole answer. Time spent waiting for the client is added to it.
    pub deadline: Instant,
    /// The settings of the server, which are needed to remove folders from error messages.
    pub settings: Arc<Settings>,
}

/// Returns the memory in bytes that the unsent answers to a batch take, without the batch's
/// positions. `moves` is whether the answers include the legal moves.
pub fn waiting_bytes(moves: bool) -> usize {
    WAITING_BYTES[usize::from(!moves)]
}

/// Answers a batch with one line of JSON for each position, in order. `places` has the slots that
/// the batch takes in the memory limit; the slots are freed after the last line is sent.
///
/// # Errors
///
/// Fails if the first lines are not ready by the deadline. Positions that are late after that get
/// an error in their line.
pub async fn answers(batch: Batch, means: Means, places: Slot) -> Result<Answer, Refusal> {
    let mut parts = Parts::new(batch, means);
    let first = parts.next().await?;
    let (sender, content) = mpsc::channel(1);
    tokio::spawn(async move {
        parts.send(first, &sender).await;
        drop(places);
    });
    Ok(answer(StatusCode::OK, "application/x-ndjson", Content::Parts(content)))
}

/// The lines about some positions, or the table that they lack.
type Made = Result<Vec<u8>, Box<(Board, Missing)>>;

/// The lines of an answer in parts. The threads for batches compute parts ahead of the client, as
/// fast as the client reads them.
struct Parts {
    batch: Arc<Batch>,
    means: Means,
    /// The parts that are being computed.
    ahead: VecDeque<(Range<usize>, Receiver<Made>)>,
    /// The maximum number of parts in `ahead`.
    ahead_max: usize,
    /// The first position whose lines are not yet being computed.
    next: usize,
    /// The first position whose lines have not been sent.
    unsent: usize,
    /// The slot of this batch in the limit of running batches; `None` while the batch needs none.
    slot: Option<Slot>,
    /// Whether the batch may wait for a missing table.
    may_wait: bool,
    refusals: Refusals,
}

impl Parts {
    fn new(batch: Batch, means: Means) -> Parts {
        let (batch, ahead, refusals) = (Arc::new(batch), VecDeque::new(), Refusals::new());
        let (slot, may_wait) = (None, true);
        Parts { batch, means, ahead, ahead_max: 1, next: 0, unsent: 0, slot, may_wait, refusals }
    }

    /// Begins to compute the lines about some positions.
    fn begin(&self, places: Range<usize>) -> Receiver<Made> {
        let (batch, tables) = (self.batch.clone(), self.means.tables.clone());
        let (settings, refusals) = (self.means.settings.clone(), self.refusals.clone());
        let is_last = !self.may_wait;
        let lines = move || batch.lines(places, &tables.lookup(&refusals), is_last, &settings);
        self.means.work.begin(lines)
    }

    /// Returns the next lines; `None` after the last.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Refusal> {
        if self.unsent == self.batch.len() {
            return Ok(None);
        }
        if self.slot.is_none() {
            self.slot = Some(self.means.slots.wait(self.means.deadline).await?);
        }
        let size = if self.batch.moves { CHUNK_OF_MOVES } else { CHUNK };
        while self.ahead.len() < self.ahead_max && self.next < self.batch.len() {
            let part = self.next..(self.next + size).min(self.batch.len());
            self.next = part.end;
            self.ahead.push_back((part.clone(), self.begin(part)));
        }
        let Some((part, mut lines)) = self.ahead.pop_front() else { return Ok(None) };
        loop {
            let late = |_| Refusal::busy("the server has too much to do: try again later");
            let made = timeout_at(self.means.deadline, lines).await.map_err(late)?;
            let needed = match made.map_err(|_| Refusal::fault("a fault of the program"))? {
                Ok(bytes) => {
                    self.unsent = part.end;
                    return Ok(Some(bytes));
                }
                Err(needed) => needed,
            };
            // The slot is free for other batches while this one waits for a table.
            self.slot = None;
            // After one table that was late, the request waits for no other.
            if self.may_wait {
                let Means { tables, tables_deadline, .. } = &self.means;
                let (board, missing) = *needed;
                let brought = tables.bring(&board, missing, &mut self.refusals, *tables_deadline);
                self.may_wait = brought.await.is_ok();
            }
            self.slot = Some(self.means.slots.wait(self.means.deadline).await?);
            lines = self.begin(part.clone());
        }
    }

    /// Sends `part` and the following parts. Ends early if the client disconnects.
    async fn send(mut self, mut part: Option<Vec<u8>>, sender: &mpsc::Sender<Bytes>) {
        while let Some(bytes) = part {
            match sender.try_send(bytes.into()) {
                Ok(()) => self.ahead_max = PARTS_AHEAD.min(2 * self.ahead_max),
                Err(TrySendError::Closed(_)) => return,
                Err(TrySendError::Full(bytes)) => {
                    // Other batches are answered while this client reads.
                    (self.slot, self.ahead_max) = (None, 1);
                    let start = Instant::now();
                    if sender.send(bytes).await.is_err() {
                        return;
                    }
                    self.means.deadline += start.elapsed();
                }
            }
            let Some(next) = until_closed(sender, self.next()).await else { return };
            part = match next {
                Ok(part) => part,
                Err(refusal) => return self.refuse(&refusal, sender).await,
            };
        }
    }

    /// Sends an error for each remaining position.
    async fn refuse(self, refusal: &Refusal, sender: &mpsc::Sender<Bytes>) {
        let unsent: Vec<_> = (self.unsent..self.batch.len()).collect();
        for places in unsent.chunks(CHUNK) {
            let mut lines = Vec::new();
            for &place in places {
                let error = refusal.message.clone();
                write(&mut lines, self.batch.fen(place), Wrong { error });
            }
            if sender.send(lines.into()).await.is_err() {
                return;
            }
        }
    }
}

/// Returns the result of `work`; `None` if the receiver of `sender` is dropped first.
async fn until_closed<T>(sender: &mpsc::Sender<Bytes>, work: impl Future<Output = T>) -> Option<T> {
    let (mut work, mut closed) = (pin!(work), pin!(sender.closed()));
    poll_fn(|context| match closed.as_mut().poll(context) {
        Poll::Ready(()) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(context).map(Some),
    })
    .await
}
