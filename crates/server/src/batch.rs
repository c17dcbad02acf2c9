//! `/standard/batch`: many positions in one request, answered line by line while they are computed.

use std::{borrow::Cow, collections::VecDeque, ops::Range, sync::Arc};

use drawproof_api::{brief, read_fen, standard};
use drawproof_board::Board;
use drawproof_tables::probe::ProbeError;
use hyper::{StatusCode, body::Bytes};
use serde::Serialize;
use tokio::{
    sync::mpsc::{self, error::TrySendError},
    time::Instant,
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
    /// The positions in a body: FENs, one a line, blank lines left out; or a JSON array of FENs, each element
    /// a position of its own.
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

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.fens.len()
    }

    /// The lines about some of the positions. An error names a table that is missing; with `is_last`
    /// it becomes the answer about the positions that need it.
    fn lines(
        &self,
        places: Range<usize>,
        lookup: &Lookup,
        is_last: bool,
        settings: &Settings,
    ) -> Result<Vec<u8>, Box<(Board, Missing)>> {
        let mut out = Vec::with_capacity(places.len() * if self.moves { 3 << 10 } else { 96 });
        for place in &self.fens[places] {
            let fen = &self.text[place.clone()];
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
    /// The threads for what takes long.
    pub work: Work,
    /// Batches, statistics and searches under way.
    pub long: Slots,
    /// When the request has waited for tables long enough.
    pub deadline: Instant,
    /// The folders that clients do not see.
    pub settings: Arc<Settings>,
}

/// The bytes of memory that the answer to a batch takes beside the positions.
pub fn waiting_bytes(moves: bool) -> usize {
    WAITING_BYTES[usize::from(!moves)]
}

/// The answer to a batch: one JSON object a line, in the order of the positions. The `places` among the bytes
/// of all batches are free again when the last line has been sent.
pub fn answers(batch: Batch, means: Means, places: Slot) -> Answer {
    let (sender, parts) = mpsc::channel(1);
    tokio::spawn(async move {
        send(&Arc::new(batch), &means, &sender).await;
        drop(places);
    });
    answer(StatusCode::OK, "application/x-ndjson", Content::Parts(parts))
}

/// Sends the lines in parts, made ahead of the client on the threads for what takes long, as many as the
/// client takes at once. Ends early if the client has gone.
async fn send(batch: &Arc<Batch>, means: &Means, sender: &mpsc::Sender<Bytes>) {
    let Means { tables, work, long, deadline, settings } = means;
    let size = if batch.moves { CHUNK_OF_MOVES } else { CHUNK };
    let mut places =
        (0..batch.len()).step_by(size).map(|first| first..(first + size).min(batch.len()));
    let begin = |places: Range<usize>, refusals: &Refusals, is_last: bool| {
        let (batch, tables, of_part) = (batch.clone(), tables.clone(), places.clone());
        let (settings, refusals) = (settings.clone(), refusals.clone());
        let lines = move || batch.lines(of_part, &tables.lookup(&refusals), is_last, &settings);
        (places, work.begin(lines))
    };
    let mut ahead: VecDeque<_> = VecDeque::new();
    let (mut may_wait, mut refusals) = (true, Refusals::new());
    let (mut slot, mut parts_ahead) = (None, 1);
    loop {
        if slot.is_none() {
            slot = Some(long.wait().await);
        }
        while ahead.len() < parts_ahead
            && let Some(next) = places.next()
        {
            ahead.push_back(begin(next, &refusals, !may_wait));
        }
        let Some((part, mut lines)) = ahead.pop_front() else { return };
        let bytes = loop {
            // A panic ends the answer early, which the client can tell by the missing last chunk.
            let Ok(made) = lines.await else { return };
            match made {
                Ok(bytes) => break bytes,
                Err(needed) => {
                    let (board, missing) = *needed;
                    slot = None;
                    // After one table that did not come in time, the request waits for no other.
                    may_wait = may_wait
                        && tables.bring(&board, missing, &mut refusals, *deadline).await.is_ok();
                    lines = begin(part.clone(), &refusals, !may_wait).1;
                }
            }
        };
        match sender.try_send(bytes.into()) {
            Ok(()) => parts_ahead = PARTS_AHEAD.min(2 * parts_ahead),
            Err(TrySendError::Closed(_)) => return,
            Err(TrySendError::Full(bytes)) => {
                // Others are answered while this client takes what is there.
                (slot, parts_ahead) = (None, 1);
                if sender.send(bytes).await.is_err() {
                    return;
                }
            }
        }
    }
}
