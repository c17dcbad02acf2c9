//! Which path is answered how.

use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Instant,
};

use drawproof_api::{MainlineError, Tables as Sources, mainline, read_fen, standard};
use drawproof_board::Board;
use drawproof_tables::probe::ProbeError;
use hyper::{Method, Request, StatusCode, body::Incoming};

use crate::{
    events::{Event, Events},
    http::{
        answer::{Answer, Refusal, json, methods, text},
        guarded::Guarded,
        query::Query,
    },
    metrics::Metrics,
    settings::Settings,
    tables::{Tables, TablesError},
};

/// The paths of a server and what they need.
pub struct Routes {
    tables: Arc<Tables>,
    settings: Arc<Settings>,
    metrics: Arc<Metrics>,
    events: Arc<dyn Events>,
}

impl Routes {
    /// The paths of a server over these tables.
    pub fn new(
        tables: Arc<Tables>,
        settings: Arc<Settings>,
        metrics: Arc<Metrics>,
        events: Arc<dyn Events>,
    ) -> std::io::Result<Routes> {
        Ok(Routes { tables, settings, metrics, events })
    }

    /// The answer to a request. A fault of the program is answered 500.
    pub async fn answer(&self, request: Request<Incoming>) -> Answer {
        let start = Instant::now();
        let method = request.method().clone();
        let uri = request.uri().clone();
        let answer = match Guarded(Box::pin(self.routed(request))).await {
            Some(Ok(answer)) => answer,
            Some(Err(refusal)) => {
                if refusal.status == StatusCode::INTERNAL_SERVER_ERROR {
                    let target = uri.to_string();
                    self.events.event(Event::Failed { target: &target, reason: &refusal.message });
                }
                refusal.into()
            }
            None => {
                self.metrics.panics.fetch_add(1, Relaxed);
                let reason = "a fault of the program: the request was given up";
                self.events.event(Event::Failed { target: &uri.to_string(), reason });
                Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, reason).into()
            }
        };
        let time = start.elapsed();
        self.metrics.answered(answer.status().as_u16(), time);
        if self.events.wants_requests() {
            let status = answer.status().as_u16();
            let target = uri.to_string();
            let method = method.as_str();
            self.events.event(Event::Request { method, target: &target, status, time });
        }
        answer
    }

    async fn routed(&self, request: Request<Incoming>) -> Result<Answer, Refusal> {
        let path = request.uri().path();
        let query = Query(request.uri().query().unwrap_or_default());
        const READ: &str = "GET, HEAD, OPTIONS";
        match *request.method() {
            Method::GET | Method::HEAD => {}
            Method::OPTIONS => return Ok(methods(StatusCode::NO_CONTENT, READ)),
            _ => return Ok(methods(StatusCode::METHOD_NOT_ALLOWED, READ)),
        }
        match path {
            "/standard" => self.standard(query).await,
            "/standard/mainline" => self.mainline(query).await,
            "/monitor" => Ok(self.monitor()),
            "/metrics" => Ok(text(StatusCode::OK, self.metrics.prometheus(&self.tables))),
            _ => Err(Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this path")),
        }
    }

    async fn standard(&self, query: Query<'_>) -> Result<Answer, Refusal> {
        let board = board(query)?;
        let men = board.occupied().len() as usize;
        let now = self.tables.now();
        let answered = self.tables.answer(
            &board,
            |snapshot| {
                let (dtm, dtz) = (snapshot.source(0, men, now), snapshot.source(1, men, now));
                standard(&board, &Sources { dtm: Some(&dtm), dtz: Some(&dtz), dtc: None })
            },
            Ok::<ProbeError, ProbeError>,
        );
        let answered = answered.await?.map_err(|error| failed(&error))?;
        Ok(json(&answered))
    }

    async fn mainline(&self, query: Query<'_>) -> Result<Answer, Refusal> {
        let board = board(query)?;
        let men = board.occupied().len() as usize;
        let now = self.tables.now();
        let answered = self.tables.answer(
            &board,
            |snapshot| {
                let (dtm, dtz) = (snapshot.source(0, men, now), snapshot.source(1, men, now));
                mainline(&board, &Sources { dtm: Some(&dtm), dtz: Some(&dtz), dtc: None })
            },
            |error| match error {
                MainlineError::Source(error) => Ok(error),
                own => Err(own),
            },
        );
        let answered = answered.await?;
        let not_found =
            |error: MainlineError| Refusal::new(StatusCode::NOT_FOUND, error.to_string());
        Ok(json(&answered.map_err(not_found)?))
    }

    /// Counters in one line, as the Lichess server has them.
    fn monitor(&self) -> Answer {
        let held = self.tables.held();
        let (jobs, waiting) = self.tables.waiting();
        let line = format!(
            "tablebase answers={}u,tables={}u,table_bytes={}u,files={}u,solving={jobs}u,waiting={waiting}u\n",
            self.metrics.answers(),
            held.whole,
            held.bytes,
            held.files,
        );
        text(StatusCode::OK, line)
    }
}

/// The position that a query asks about.
fn board(query: Query<'_>) -> Result<Board, Refusal> {
    read_fen(&query.needed("fen")?).map_err(Refusal::bad_request)
}

fn failed(error: &ProbeError) -> Refusal {
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
}

impl From<TablesError> for Refusal {
    fn from(error: TablesError) -> Refusal {
        match error {
            TablesError::Busy | TablesError::Late => Refusal::busy(error),
            TablesError::Unreadable(text) => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, text),
        }
    }
}
