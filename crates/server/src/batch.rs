//! `/standard/batch`: many positions in one request, answered line by line while they are computed.

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

/// Positions that a thread answers at a time.
const CHUNK: usize = 256;

/// The same with moves, which take twenty times as long.
const CHUNK_OF_MOVES: usize = 32;

/// Parts that are made before a client that takes them at once has taken the first of them.
const PARTS_AHEAD: usize = 8;

/// Bytes of answers that a client who takes nothing leaves in memory, beside the positions: with moves, and
/// without them.
const WAITING_BYTES: [usize; 2] = [512 << 10, 96 << 10];

/// The positions of a request.
pub struct Batch {
    text: String,
    /// Where the FENs stand in `text`.
    fens: Vec<Range<usize>>,
    /// Whether the answers have the moves.
    moves: bool,
}

/// A line of the answer.
#[derive(Serialize)]
struct Line<'a, D: Serialize> {
    fen: &'a str,
    #[serde(flatten)]
    document: D,
}

/// A line of the answer about a text that is no position, or that cannot be answered.
#[derive(Serialize)]
struct Wrong {
    error: String,
}

impl Batch {
    /// Returns the positions in a body: FENs, one a line, blank lines left out; or a JSON array of
    /// FENs, each element a position of its own.
    ///
    /// # Errors
    ///
    /// The body is no UTF-8 or not such an array, or it has more than `max` positions.
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

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.fens.len()
    }

    /// Returns the text of a position.
    fn fen(&self, place: usize) -> &str {
        &self.text[self.fens[place].clone()]
    }

    /// Returns the lines about some of the positions. An error names a table that is missing; with
    /// `is_last` it becomes the answer about the positions that need it.
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

/// Why a position has no answer.
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

/// What a batch is answered with.
pub struct Means {
    /// The tables.
    pub tables: Arc<Tables>,
    /// The threads for batches.
    pub work: Work,
    /// Batches under way.
    pub slots: Slots,
    /// When the request has waited for tables long enough.
    pub tables_deadline: Instant,
    /// When the request has waited for everything long enough, but for its client.
    pub deadline: Instant,
    /// The folders that clients do not see.
    pub settings: Arc<Settings>,
}

/// Returns the bytes of memory that the answer to a batch takes beside the positions.
pub fn waiting_bytes(moves: bool) -> usize {
    WAITING_BYTES[usize::from(!moves)]
}

/// Returns the answer to a batch: one JSON object a line, in the order of the positions. The
/// `places` among the bytes of all batches are free again when the last line has been sent.
///
/// # Errors
///
/// The first lines are not there by the deadline. Later lines that are late are errors in the
/// answer.
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

/// The lines about some positions, or the table that they miss.
type Made = Result<Vec<u8>, Box<(Board, Missing)>>;

/// The lines of an answer in parts, made ahead of the client on the threads for batches, as many as the client
/// takes at once.
struct Parts {
    batch: Arc<Batch>,
    means: Means,
    /// Parts under way.
    ahead: VecDeque<(Range<usize>, Receiver<Made>)>,
    /// How many may be under way.
    ahead_max: usize,
    /// The first position whose lines have not been begun.
    next: usize,
    /// The first position whose lines are not sent.
    unsent: usize,
    /// The turn among batches, while one is needed.
    slot: Option<Slot>,
    /// Whether a missing table is waited for.
    may_wait: bool,
    refusals: Refusals,
}

impl Parts {
    fn new(batch: Batch, means: Means) -> Parts {
        let (batch, ahead, refusals) = (Arc::new(batch), VecDeque::new(), Refusals::new());
        let (slot, may_wait) = (None, true);
        Parts { batch, means, ahead, ahead_max: 1, next: 0, unsent: 0, slot, may_wait, refusals }
    }

    /// Begins the lines about some positions.
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
            // Others have their turn while this one waits for a table.
            self.slot = None;
            // After one table that did not come in time, the request waits for no other.
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

    /// Sends `part` and those after it. Ends early if the client has gone.
    async fn send(mut self, mut part: Option<Vec<u8>>, sender: &mpsc::Sender<Bytes>) {
        while let Some(bytes) = part {
            match sender.try_send(bytes.into()) {
                Ok(()) => self.ahead_max = PARTS_AHEAD.min(2 * self.ahead_max),
                Err(TrySendError::Closed(_)) => return,
                Err(TrySendError::Full(bytes)) => {
                    // Others are answered while this client takes what is there.
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

    /// Sends an error for each position that is left.
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

/// Returns the result of `work`; `None` if the receiver of `sender` goes away before.
async fn until_closed<T>(sender: &mpsc::Sender<Bytes>, work: impl Future<Output = T>) -> Option<T> {
    let (mut work, mut closed) = (pin!(work), pin!(sender.closed()));
    poll_fn(|context| match closed.as_mut().poll(context) {
        Poll::Ready(()) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(context).map(Some),
    })
    .await
}
