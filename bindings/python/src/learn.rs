//! Learned rules and fixes, as JSON with the keys of the command.

use std::time::Instant;

use drawproof_features::{Library, Men, learned::LearnedRule};
use drawproof_miner::{
    Size, checksum, counted_trees,
    emit::{self, Language},
    fixes::{Fix, Verified, exceptions_of, fixes},
    learn,
    patterns::ExceptionLists,
    repaired::{Before, Repaired},
    report::{Mined, Proof, Step},
    search::Search,
    tree_rule::TreeRule,
    world::World,
};
use drawproof_report::{Format, TextStyle};
use drawproof_tables::{Metric, NormalMaterial, progress::Steps};
use drawproof_verifier::{Asker, Options, Run, Verdict, Verification};
use serde_json::json;

use crate::{
    control::cancelled,
    errors::Failure,
    rule::{Choice, Work},
};

/// The languages of a learned rule's source code: C, C++, Rust, JSON.
const LANGUAGES: [(&str, Language); 4] = [
    ("c", Language::C),
    ("cpp", Language::Cpp),
    ("rust", Language::Rust),
    ("json", Language::Json),
];

impl Work {
    /// Learns one rule for each of `sizes`, proves the last rule, and returns the report as JSON.
    pub fn mine(&self, sizes: &[Size], memory_bytes: u64) -> Result<String, Failure> {
        let start = Instant::now();
        let name = self.material.to_string();
        let library = Library::new(men(self.material)?);
        let tables = self.tables();
        let table = self.session.table(&self.control, Metric::Dtm, self.material)?;
        let world = World::new(&table);
        let learning = learn(&world, &library, sizes, memory_bytes, self.steps());
        let learning = learning.continue_value().ok_or_else(cancelled)?;
        let learning_seconds = start.elapsed().as_secs_f64();
        self.step("counting over all positions of")?;
        let mut steps = counted_trees(&learning, sizes, &world, &library);
        let curve: Vec<Step> = steps.iter().map(|(_, _, step)| step.clone()).collect();
        let Some((tree, counted, _)) = steps.pop() else {
            let text = "no rule of these sizes claims a draw: allow more leaves or bytes, unless all positions have \
                        one result";
            return Err(Failure::new("DrawproofError", format!("{name}: {text}")));
        };
        self.step("proving the rule of")?;
        let rule = TreeRule::new(&format!("{name} learned"), &library, &tree);
        let verification = Verification::new(self.material, &tables, &Options::default());
        let verdict = verification.run(Asker::Function(&rule))?.verdict;
        let proof = Proof::from(&verdict);
        if !proof.sound || proof.spotted != counted.spotted {
            return Err(Failure::new("DrawproofError", format!("{name}: the proof failed")));
        }
        let mined = Mined {
            endgame: name.clone(),
            draws: counted.draws,
            decisive: counted.decisive,
            features: learning.offered,
            learning_seconds,
            curve,
            proof,
        };
        let rule = LearnedRule {
            endgame: name,
            command: format!("drawproof.mine('{}')", self.material),
            table_checksum: checksum(&table),
            draws: counted.draws,
            decisive: counted.decisive,
            spotted: counted.spotted,
            tree,
            visits: counted.visits,
        };
        let sources: serde_json::Map<String, serde_json::Value> = LANGUAGES
            .into_iter()
            .map(|(name, language)| (name.into(), emit::source(&rule, &library, language).into()))
            .collect();
        let mut document = json!(mined);
        document["source"] = sources.into();
        document["verdict"] = verdict_json(verdict);
        Ok(document.to_string())
    }

    fn steps(&self) -> Steps<'_> {
        Steps { progress: &*self.control, endgame: self.material }
    }

    /// Reports a step of learning. Fails if the work is cancelled.
    fn step(&self, what: &'static str) -> Result<(), Failure> {
        self.steps().begin(what).continue_value().ok_or_else(cancelled)
    }

    /// Finds the exceptions that make a rule sound, and returns the report as JSON.
    pub fn repair(
        &self,
        choice: &Choice,
        options: Options,
        price: f64,
        patterns_max: usize,
        memory_bytes: u64,
    ) -> Result<String, Failure> {
        let options = Options { record: true, ..options };
        let outcome = self.verify(choice, None, &options)?;
        let library = Library::for_fixes(men(self.material)?);
        let before = outcome.verdict;
        if !Before::new(&before, &[]).needs_fix() {
            let none = [Fix::none(before.is_sound())];
            let unchanged = Repaired::new([&before; 2], &library, &none, 0.0);
            return Ok(with_verdict(&unchanged, before).to_string());
        }
        let start = Instant::now();
        let table = self.session.table(&self.control, Metric::Dtm, self.material)?;
        let recording = outcome.recording.expect("the claims were recorded");
        let world = World::new(&table);
        self.step("searching a fix for")?;
        let steps = self.steps();
        let how = Search::new(price, patterns_max, memory_bytes, steps);
        let verified =
            Verified { world: &world, library: &library, recording: &recording, verdict: &before };
        let mut fixes =
            fixes(&[verified], how).map_err(|error| Failure::new("DrawproofError", error))?;
        let fixes = fixes.remove(0);
        self.control.check()?;
        let seconds = start.elapsed().as_secs_f64();
        let options = Options { record: false, ..options };
        let exceptions = ExceptionLists::new(&library, &exceptions_of(&fixes));
        let after = self.verify(choice, Some(&exceptions), &options)?.verdict;
        let report = Repaired::new([&before, &after], &library, &fixes, seconds);
        Ok(with_verdict(&report, after).to_string())
    }
}

/// Returns the men of an endgame.
fn men(material: NormalMaterial) -> Result<Men, Failure> {
    let name = material.to_string();
    let men = Men::of_endgame(&name);
    men.ok_or_else(|| Failure::new("EndgameError", format!("{name} has no features")))
}

/// Returns a report that includes the final verdict.
fn with_verdict(repaired: &Repaired, verdict: Verdict) -> serde_json::Value {
    let mut document = json!(repaired);
    document["verdict"] = verdict_json(verdict);
    document
}

/// Returns the report on a single verdict as a JSON document.
pub fn verdict_json(verdict: Verdict) -> serde_json::Value {
    let run = Run::new(verdict.counting, vec![verdict]);
    let report = Format::Json.run(&run, TextStyle::default());
    serde_json::from_str(&report).expect("the report is JSON")
}
