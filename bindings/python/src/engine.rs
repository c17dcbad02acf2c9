//! Judges whole engines against the tables, as JSON with the keys of `drawproof judge`.

use std::{sync::Arc, time::Duration};

use drawproof_judge::{
    asking,
    engine::{Engines, Launch},
    judgement::{EndgameJudgement, NotJudged},
    measure::Settings,
    record::{Run, RunError, RunSettings},
    report::Report,
    sample::{EndgameSample, Size},
};
use drawproof_report::{Format, TextStyle};
use drawproof_tables::{Metric, NormalMaterial, TableSet};

use crate::{
    control::Control,
    errors::Failure,
    session::{Session, Tables},
};

/// The settings for judging an engine: how it is launched and what it is asked.
pub struct Asking {
    pub launch: Launch,
    pub processes: usize,
    pub size: Size,
    pub seed: u64,
    pub moves: bool,
    pub settings: Settings,
}

impl Asking {
    /// Judges the engine in several endgames. Returns the report as JSON.
    pub fn judge(
        &self,
        session: &Arc<Session>,
        control: &Arc<Control>,
        endgames: &[NormalMaterial],
    ) -> Result<String, Failure> {
        let engines = Engines::start_unless(&self.launch, self.processes, control.cancelled());
        let engines = engines.map_err(|error| Failure::new("EngineError", error))?;
        let mut command = self.launch.command();
        for (name, value) in &self.launch.options {
            command += &format!(" {name}={value}");
        }
        let mut run = Run::new(RunSettings {
            engine: engines.name().to_owned(),
            command,
            limit: self.launch.go.to_string(),
            size: self.size,
            seed: self.seed,
            condition: None,
            draw_band: self.settings.draw_band,
        });
        let tables =
            Tables { session: session.clone(), control: control.clone(), metric: Metric::Dtm };
        let (mut judged, mut not_judged) = (Vec::new(), Vec::new());
        for &endgame in endgames {
            let (judgement, gone) = self.ask(&engines, endgame, &tables, &mut run)?;
            control.check()?;
            if judgement.asked > 0 {
                judged.push(judgement);
            }
            let endgame = endgame.to_string();
            not_judged.extend(gone.map(|error| NotJudged { endgame, error }));
        }
        let judgement = run.judgement(judged);
        let report = Report {
            judgement: &judgement,
            comparison: None,
            exceeded: &[],
            not_judged: &not_judged,
        };
        Ok(report.document(Format::Json, TextStyle::default()))
    }

    /// Asks about an endgame. Returns its figures, and the reason if the engine failed for good.
    fn ask(
        &self,
        engines: &Engines,
        endgame: NormalMaterial,
        tables: &Tables,
        run: &mut Run,
    ) -> Result<(EndgameJudgement, Option<String>), Failure> {
        let (control, moves) = (&tables.control, self.moves);
        let table = tables.session.table(control, Metric::Dtm, endgame)?;
        let sample = Arc::new(EndgameSample::draw(table, self.size, self.seed));
        let values = closure(endgame, tables)?;
        let cancelled = control.cancelled();
        let asking =
            asking::Asking { engines, measure: self.settings, moves, shard: None, cancelled };
        match asking.endgame(&sample, &values, run, &**control) {
            Ok((judgement, ended)) => Ok((judgement, ended.err().map(|gone| gone.to_string()))),
            Err(RunError::Probe(error)) => Err(error.into()),
            Err(error) => Err(Failure::new("DrawproofError", error)),
        }
    }
}

/// Returns the tables of an endgame and of all endgames that its captures and promotions lead to.
fn closure(endgame: NormalMaterial, source: &Tables) -> Result<TableSet, Failure> {
    let mut tables = TableSet::default();
    for material in endgame.closure() {
        tables.insert(source.session.table(&source.control, source.metric, material)?);
    }
    Ok(tables)
}

/// Converts the arguments from Python into the parameters for launching an engine. `seconds` is the
/// time limit of an answer.
pub fn launch(
    command: &str,
    go: &str,
    options: Vec<(String, String)>,
    seconds: f64,
    keep_hash: bool,
) -> Result<Launch, Failure> {
    let go = go.parse().map_err(|error| Failure::new("ArgumentError", error))?;
    let launch = Launch::new(command, go).map_err(|error| Failure::new("EngineError", error))?;
    let timeout = Duration::try_from_secs_f64(seconds)
        .map_err(|error| Failure::new("ArgumentError", format!("timeout: {error}")))?;
    let start_timeout = timeout.max(launch.start_timeout);
    Ok(Launch { options, keep_hash, start_timeout, answer_timeout: timeout, ..launch })
}
