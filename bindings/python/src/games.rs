//! Studies the games of PGN files.

use std::{fs::File, path::PathBuf, sync::Arc};

use drawproof_games::{GamesError, Options, PositionFilter, Report, Study, Truths};
use pyo3::prelude::*;

use crate::{control::Control, errors::Failure, session::Session};

/// The arguments of a study of games, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct GamesArguments {
    paths: Vec<PathBuf>,
    men: usize,
    player: Option<String>,
    condition: Option<String>,
    by_position: bool,
    examples: usize,
}

impl GamesArguments {
    /// Studies the games, and returns the report as JSON.
    pub fn report(self, session: &Session, control: &Arc<Control>) -> Result<String, Failure> {
        let condition = self.condition.as_deref();
        let filter = condition.map(|text| PositionFilter::new(text, self.men)).transpose();
        let filter = filter.map_err(|error| Failure::new("ArgumentError", error))?;
        let (examples, by_position) = (self.examples, self.by_position);
        let options = Options { filter, examples, by_position, ..Options::default() };
        session.with_solving_store(control, |store, syzygy| {
            let truths = Truths::new(store, syzygy, self.men, control.cancelled());
            let mut study = Study::new(truths, self.player, options, control.cancelled());
            for path in &self.paths {
                let failed = |error: std::io::Error| {
                    Failure::new("DrawproofError", format!("{}: {error}", path.display()))
                };
                let file = File::open(path).map_err(failed)?;
                if !study.read(file, &mut |_| {})? {
                    break;
                }
            }
            let mut findings = study.end()?;
            control.check()?;
            findings.condition = self.condition;
            Ok(Report::new(&findings, None, examples).json())
        })
    }
}

impl From<GamesError> for Failure {
    fn from(error: GamesError) -> Failure {
        match error {
            GamesError::Session(error) => error.into(),
            GamesError::Probe(error) => error.into(),
            GamesError::Syzygy(error) => error.into(),
            GamesError::Condition(error) => Failure::new("ArgumentError", error),
            other => Failure::new("DrawproofError", other),
        }
    }
}
