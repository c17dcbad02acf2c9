//! The paths of the server, and how each is answered.

use std::{
    net::IpAddr,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Instant,
};

use drawproof_api::{
    FindKind, MainlineError, Tables as Sources, Wanted, find, mainline, read_fen, rules, standard,
    stats_document,
};
use drawproof_board::{Board, Color};
use drawproof_tables::{Metric, NormalMaterial, PlainTable, census::Counting, probe::ProbeError};
use hyper::{
    Method, Request, StatusCode, Version,
    body::{Bytes, Incoming},
    header::{HOST, HeaderName, HeaderValue},
};
use serde::Serialize;
use tokio::time::Instant as Deadline;

use crate::{
    batch::{self, Batch},
    events::{Event, Events},
    find::Finding,
    game::converted,
    http::{
        answer::{Answer, Refusal, json, methods, text},
        client::client,
        guarded::Guarded,
        incoming::{self, Slots},
        query::{Query, endgame_of, parse_seconds},
    },
    kept::Kept,
    metrics::Metrics,
    page::page,
    settings::Settings,
    tables::{Lookup, Tables},
    work::{Searches, Work},
};

/// The OpenAPI description of the paths.
const OPENAPI: &str = include_str!("openapi.json");

/// The maximum number of cached documents about whole tables.
const KEPT_MAX: usize = 64;

/// Creates a JSON document from a whole table.
type MakeOfTable = Box<dyn FnOnce(&PlainTable) -> Vec<u8> + Send>;

/// The handlers of a server's paths, and the resources that they share.
pub struct Routes {
    tables: Arc<Tables>,
    settings: Arc<Settings>,
    metrics: Arc<Metrics>,
    events: Arc<dyn Events>,
    work: Work,
    /// The slots of running batches.
    batches: Slots,
    searches: Searches,
    /// The slots for the bytes of batches, received or being answered.
    batch_bytes: Slots,
    /// The slots for the bytes of tables that searches hold.
    held_bytes: Slots,
    /// The cached documents about whole tables.
    kept: Arc<Kept>,
}

/// The deadlines of a request.
#[derive(Clone, Copy)]
struct Deadlines {
    /// The deadline for the whole request.
    all: Deadline,
    /// The deadline for waiting for tables.
    tables: Deadline,
}

/// A path with its subject.
enum Path<'a> {
    Standard,
    Mainline,
    Batch,
    Game,
    Rules,
    Stats(&'a str),
    Find(&'a str),
    Monitor,
    Metrics,
    OpenApi,
    /// A file of the page.
    Page(Answer),
}

impl Path<'_> {
    fn new(path: &str) -> Option<Path<'_>> {
        Some(match path {
            "/standard" => Path::Standard,
            "/standard/mainline" => Path::Mainline,
            "/standard/batch" => Path::Batch,
            "/game" => Path::Game,
            "/rules" => Path::Rules,
            "/monitor" => Path::Monitor,
            "/metrics" => Path::Metrics,
            "/openapi.json" => Path::OpenApi,
            other => match other.strip_prefix("/stats/") {
                Some(endgame) => Path::Stats(endgame),
                None => Path::Find(other.strip_prefix("/find/")?),
            },
        })
    }

    /// Returns whether a request has a body.
    fn takes_body(&self) -> bool {
        matches!(self, Path::Batch | Path::Game)
    }

    fn methods(&self) -> &'static str {
        if self.takes_body() { "POST, OPTIONS" } else { "GET, HEAD, OPTIONS" }
    }

    /// Returns the parameters of a query, except for `wait`; `None` for the page, which reads its own
    /// parameters.
    fn parameters(&self, query: Query<'_>) -> Option<&'static [&'static str]> {
        let is = |name, text| matches!(query.get(name), Ok(Some(it)) if it == text);
        Some(match self {
            Path::Standard => &["fen", "dtc", "can_mate"],
            Path::Mainline => &["fen", "dtc"],
            Path::Batch => &["moves"],
            Path::Rules => &["fen"],
            Path::Stats(_) => &["counting"],
            Path::Find(_) if matches!(query.get("where"), Ok(None)) => {
                match is("kind", "mate") || is("kind", "cursed") {
                    true => &["kind", "plies", "side", "seed", "where"],
                    false => &["kind", "side", "seed", "where"],
                }
            }
            Path::Find(_) if is("order", "random") => &["where", "limit", "order", "seed"],
            Path::Find(_) => &["where", "limit", "order"],
            Path::Game | Path::Monitor | Path::Metrics | Path::OpenApi => &[],
            Path::Page(_) => return None,
        })
    }

    /// Returns whether unknown parameters are ignored, as Lichess does.
    fn ignores_parameters(&self) -> bool {
        matches!(self, Path::Standard | Path::Mainline | Path::Monitor)
    }
}

impl Routes {
    /// Creates the handlers of a server's paths.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses threads.
    pub fn new(
        tables: Arc<Tables>,
        settings: Arc<Settings>,
        metrics: Arc<Metrics>,
        events: Arc<dyn Events>,
    ) -> std::io::Result<Routes> {
        let (work, batches) = (Work::new(settings.threads)?, Slots::new(settings.batches));
        Ok(Routes {
            searches: Searches::new(settings.batches, settings.threads),
            batch_bytes: Slots::new(settings.batch_bytes),
            held_bytes: Slots::new((settings.memory_bytes / 2 / UNIT_BYTES) as usize),
            kept: Arc::new(Kept::new(KEPT_MAX)),
            tables,
            settings,
            metrics,
            events,
            work,
            batches,
        })
    }

    /// Answers a request from `peer`. If the handler panics, the response has status 500.
    pub async fn answer(&self, request: Request<Incoming>, peer: Option<IpAddr>) -> Answer {
        let start = Instant::now();
        let deadline = Deadline::from_std(start) + self.settings.request_time;
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let client = client(request.headers(), peer, self.settings.trust_proxy);
        let answer = match Guarded(Box::pin(self.routed(request, deadline))).await {
            Some(Ok(answer)) => answer,
            Some(Err(mut refusal)) => {
                if refusal.status == StatusCode::INTERNAL_SERVER_ERROR {
                    let (target, reason) = (&uri.to_string(), &*refusal.message);
                    self.events.event(Event::Failed { target, reason });
                }
                refusal.message = self.settings.without_folders(&refusal.message);
                refusal.into()
            }
            None => {
                self.metrics.panics.fetch_add(1, Relaxed);
                let reason = "a fault of the program: the request was given up";
                self.events.event(Event::Failed { target: &uri.to_string(), reason });
                Refusal::fault(reason).into()
            }
        };
        let (status, time) = (answer.status().as_u16(), start.elapsed());
        self.metrics.answered(status, time);
        if self.events.wants_requests() {
            let (method, target) = (method.as_str(), &*uri.to_string());
            self.events.event(Event::Request { client, method, target, status, time });
        }
        answer
    }

    async fn routed(
        &self,
        request: Request<Incoming>,
        deadline: Deadline,
    ) -> Result<Answer, Refusal> {
        let uri = request.uri().clone();
        self.check_size(&request)?;
        let hosts = request.headers().get_all(HOST).iter().count();
        if hosts > 1 || hosts == 0 && request.version() == Version::HTTP_11 {
            return Err(Refusal::bad_request("HTTP/1.1 demands one header 'Host'"));
        }
        let nothing = || Refusal::not_found("there is nothing at this path");
        let path = match Path::new(uri.path()) {
            Some(path) => path,
            None => Path::Page(page(uri.path(), request.headers()).ok_or_else(nothing)?),
        };
        let takes_body = path.takes_body();
        match *request.method() {
            Method::GET | Method::HEAD if !takes_body => {}
            Method::POST if takes_body => {}
            Method::OPTIONS => return Ok(methods(StatusCode::NO_CONTENT, path.methods())),
            _ => return Ok(methods(StatusCode::METHOD_NOT_ALLOWED, path.methods())),
        }
        let query = Query(uri.query().unwrap_or_default());
        if let Some(applying) = path.parameters(query) {
            query.check(applying, path.ignores_parameters())?;
        }
        let wait = query.get("wait")?.map(|text| parse_seconds(&text)).transpose()?;
        let tables = wait.map_or(deadline, |wait| deadline.min(Deadline::now() + wait));
        let deadlines = Deadlines { all: deadline, tables };
        match path {
            Path::Standard => self.standard(query, tables).await,
            Path::Mainline => self.mainline(query, tables).await,
            Path::Batch => self.batch(query, request.into_body(), deadlines).await,
            Path::Game => self.game(request.into_body(), deadline).await,
            Path::Rules => self.rules(query, tables).await,
            Path::Stats(endgame) => self.stats(endgame, query, deadlines).await,
            Path::Find(endgame) => self.find(endgame, query, deadlines).await,
            Path::Monitor => Ok(self.monitor()),
            Path::Metrics => Ok(text(StatusCode::OK, self.prometheus())),
            Path::OpenApi => Ok(json(Bytes::from_static(OPENAPI.as_bytes()))),
            Path::Page(answer) => Ok(answer),
        }
    }

    /// Fails if the request line or the headers of a request are too long.
    fn check_size(&self, request: &Request<Incoming>) -> Result<(), Refusal> {
        let max = self.settings.head_bytes;
        let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
        let header = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
        let headers: usize = request.headers().iter().map(header).sum();
        if target > max {
            let message = format!("the address is longer than {max} bytes");
            return Err(Refusal::new(StatusCode::URI_TOO_LONG, message));
        }
        if headers > max {
            let message = format!("the headers are longer than {max} bytes");
            return Err(Refusal::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, message));
        }
        Ok(())
    }

    async fn standard(&self, query: Query<'_>, deadline: Deadline) -> Result<Answer, Refusal> {
        if let Some(mode) = query.get("dtc")?
            && !matches!(&*mode, "never" | "auxiliary" | "always")
        {
            return Err(Refusal::bad_request("parameter 'dtc': never, auxiliary or always"));
        }
        let (board, helpmates) = (board(query)?, query.flag("can_mate")?);
        let make = |sources: &Sources| Ok(to_json(&standard(&board, sources)?));
        self.document(&board, deadline, helpmates, &make).await
    }

    async fn rules(&self, query: Query<'_>, deadline: Deadline) -> Result<Answer, Refusal> {
        let board = board(query)?;
        let make = |sources: &Sources| Ok(to_json(&rules(&board, sources)?));
        self.document(&board, deadline, false, &make).await
    }

    async fn mainline(&self, query: Query<'_>, deadline: Deadline) -> Result<Answer, Refusal> {
        let board = board(query)?;
        let make = |sources: &Sources| match mainline(&board, sources) {
            Ok(line) => Ok(to_json(&line)),
            Err(MainlineError::NoTable(error) | MainlineError::Source(error)) => Err(error),
        };
        self.document(&board, deadline, false, &make).await
    }

    /// Answers with a document about a position, once the tables that it needs are available.
    async fn document(
        &self,
        board: &Board,
        deadline: Deadline,
        helpmates: bool,
        make: &(dyn Fn(&Sources) -> Result<Vec<u8>, ProbeError> + Sync),
    ) -> Result<Answer, Refusal> {
        let men = board.occupied().len() as usize;
        let make = |lookup: &Lookup| lookup.with_sources(men, helpmates, make);
        Ok(json(self.tables.answer(board, &make, deadline).await?.into()))
    }

    async fn batch(
        &self,
        query: Query<'_>,
        body: Incoming,
        Deadlines { all: deadline, tables: tables_deadline }: Deadlines,
    ) -> Result<Answer, Refusal> {
        let moves = query.flag("moves")?;
        // Slots held by a client that does not send its batch are missing for others.
        let (settings, bytes) = (&self.settings, &self.batch_bytes);
        let (body, mut places) = incoming::read(body, settings.body_bytes, bytes, deadline).await?;
        let waiting = bytes.take_many(batch::waiting_bytes(moves)).ok_or_else(too_much)?;
        places.add(waiting);
        let batch = Batch::new(body, moves, settings.batch_positions)?;
        self.metrics.batch_positions.fetch_add(batch.len() as u64, Relaxed);
        let (tables, work) = (self.tables.clone(), self.work.clone());
        let (slots, settings) = (self.batches.clone(), settings.clone());
        let means = batch::Means { tables, work, slots, tables_deadline, deadline, settings };
        batch::answers(batch, means, places).await
    }

    async fn game(&self, body: Incoming, deadline: Deadline) -> Result<Answer, Refusal> {
        let (settings, bytes) = (&self.settings, &self.batch_bytes);
        let (body, places) = incoming::read(body, settings.body_bytes, bytes, deadline).await?;
        let made = self.searches.result(deadline, move |_| {
            let _places = places;
            converted(body)
        });
        made.await?
    }

    async fn stats(
        &self,
        endgame: &str,
        query: Query<'_>,
        deadlines: Deadlines,
    ) -> Result<Answer, Refusal> {
        let material = endgame_of(endgame)?;
        let counting = query.parsed("counting", Counting::default())?;
        let key = format!("stats {material} {counting}");
        let make = move |table: &PlainTable| to_json(&stats_document(table, counting));
        self.whole(key, (material, Metric::Dtm), deadlines, Box::new(make)).await
    }

    async fn find(
        &self,
        endgame: &str,
        query: Query<'_>,
        deadlines: Deadlines,
    ) -> Result<Answer, Refusal> {
        let material = endgame_of(endgame)?;
        if let Some(text) = query.get("where")? {
            return self.find_where(Finding::new(material, text, query)?, deadlines).await;
        }
        let kind = query.parsed("kind", FindKind::Zugzwang)?;
        let plies = match query.get("plies")?.as_deref() {
            None | Some("") => None,
            Some(_) => Some(query.parsed("plies", 0_u16)?),
        };
        let side = match query.get("side")?.as_deref() {
            None | Some("") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(_) => return Err(Refusal::bad_request("parameter 'side': w or b")),
        };
        let seed = query.parsed("seed", 0_u64)?;
        let wanted = Wanted { kind, plies, side, seed };
        let key = format!("find {material} {wanted:?}");
        let metric = if kind.needs_zeroing() { Metric::Dtz } else { Metric::Dtm };
        let make = move |table: &PlainTable| to_json(&find(table, &wanted));
        self.whole(key, (material, metric), deadlines, Box::new(make)).await
    }

    /// Answers with the positions that meet a condition.
    async fn find_where(&self, finding: Finding, deadlines: Deadlines) -> Result<Answer, Refusal> {
        let key = finding.key();
        if let Some(bytes) = self.kept.get(&key) {
            return Ok(json(bytes));
        }
        let (needed, bytes) = finding.tables();
        let units = (bytes / UNIT_BYTES) as usize + 1;
        let places = self.held_bytes.take_many(units).ok_or_else(|| {
            let free = self.settings.memory_bytes / 2;
            match bytes > free {
                true => Refusal::bad_request(format!(
                    "the condition takes tables of {} MB, and {} MB are for searches: ask about fewer \
                     men, or less about moves, or use 'drawproof find'",
                    bytes / 1_000_000,
                    free / 1_000_000,
                )),
                false => too_much(),
            }
        })?;
        let mut tables = Vec::new();
        for (metric, material) in needed {
            tables.push(self.tables.whole(metric, material, deadlines.tables).await?);
        }
        let seconds = self.settings.request_time.as_secs_f64() * self.settings.threads as f64;
        let made = self.searches.result(deadlines.all, move |is_wanted| {
            let _places = places;
            let document = finding.answer(tables, seconds, is_wanted)?;
            Ok::<Bytes, Refusal>(to_json(&document).into())
        });
        let document = made.await??;
        self.kept.keep(key, document.clone());
        Ok(json(document))
    }

    /// Answers with a document about the whole table of an endgame. The document is cached even if
    /// this request has timed out.
    async fn whole(
        &self,
        key: String,
        (material, metric): (NormalMaterial, Metric),
        deadlines: Deadlines,
        make: MakeOfTable,
    ) -> Result<Answer, Refusal> {
        if let Some(bytes) = self.kept.get(&key) {
            return Ok(json(bytes));
        }
        let table = self.tables.whole(metric, material, deadlines.tables).await?;
        let kept = self.kept.clone();
        let made = self.searches.result(deadlines.all, move |_| {
            let document = Bytes::from(make(&table));
            kept.keep(key, document.clone());
            document
        });
        Ok(json(made.await?))
    }

    fn prometheus(&self) -> String {
        self.metrics.prometheus(&self.tables, &self.batches, &self.searches.slots)
    }

    /// Answers with counters in one line, as the Lichess server does.
    fn monitor(&self) -> Answer {
        let held = self.tables.held();
        let (jobs, waiting) = self.tables.waiting();
        let answers = self.metrics.answers();
        let (whole, bytes, files) = (held.whole, held.bytes, held.files);
        let line = format!(
            "tablebase answers={answers}u,tables={whole}u,table_bytes={bytes}u,files={files}u,\
             solving={jobs}u,waiting={waiting}u\n",
        );
        text(StatusCode::OK, line)
    }
}

/// The number of bytes of tables that one slot of a search stands for.
const UNIT_BYTES: u64 = 1 << 16;

/// The usual maximum size in bytes of an answer about a position.
const USUAL_BYTES: usize = 8 << 10;

/// Returns a document as JSON.
fn to_json(document: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(USUAL_BYTES);
    serde_json::to_writer(&mut bytes, document).expect("documents are written to memory");
    bytes
}

/// Parses the position of a query.
fn board(query: Query<'_>) -> Result<Board, Refusal> {
    read_fen(&query.needed("fen")?).map_err(Refusal::bad_request)
}

fn too_much() -> Refusal {
    Refusal::busy("too many batches and searches at once: try again later")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_has_the_paths_and_their_methods() {
        let document: serde_json::Value = serde_json::from_str(OPENAPI).unwrap();
        let paths = document["paths"].as_object().unwrap();
        assert_eq!(paths.len(), 10, "every path is described");
        for (path, methods) in paths {
            let example = path.replace("{endgame}", "KRK");
            let known = Path::new(&example).unwrap_or_else(|| panic!("{path}"));
            for method in methods.as_object().unwrap().keys() {
                assert!(known.methods().contains(&method.to_uppercase()), "{path} {method}");
            }
        }
        assert!(Path::new("/").is_none() && Path::new("/standard/").is_none());
    }
}
