//! What commands share that search fixes of a rule: their arguments, the recorded claims, the search.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use clap::Args;
use drawproof_features::{Library, Men};
use drawproof_miner::{fixes::Verified, search::Search, world::World};
use drawproof_tables::{NormalMaterial, PlainTable, progress::Steps};
use drawproof_verifier::{Counting, Options, Recording, TruthKind, Verdict, saved_file::FileError};

use super::{
    arguments::{RuleArgs, SampleArgs},
    plan::Plan,
    selection::verify_whole,
    verifications::Verifications,
};
use crate::{
    arguments::{Endgames, MEN, counting, parse_sampled_endgames, parse_share},
    environment::Environment,
    output::print_error,
    process,
    run::LongRun,
    source_code::{BoardStyle, SourceLanguage, command_line, language_name},
};

/// Rules of more men take minutes to fix.
const MEN_QUICK: usize = 4;

/// The rule to fix, the price, and the source code of the fix.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("sample", |it| it.conflicts_with_all(["counting", "emit"])))]
pub struct FixArgs {
    /// Endgames such as KRKB, or a family such as KBP+K
    #[arg(value_name = "ENDGAME", value_parser = parse_sampled_endgames, required = true)]
    pub endgames: Vec<Endgames>,
    /// Maximum number of men in a family's endgames
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN))]
    pub men: Option<u8>,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Which positions count
    ///
    /// The rule is asked about these positions, each also with colours reversed
    #[arg(long, value_name = "HOW", default_value = "full", value_parser = counting())]
    pub counting: Counting,
    /// A random sample.
    #[command(flatten)]
    pub sampling: SampleArgs,
    /// Share of right claims that a fix may cost
    ///
    /// SHARE is from 0 to 1, and applies to each kind of right claims that the rule, or its wrong
    /// branch, makes
    #[arg(long, value_name = "SHARE", value_parser = parse_share, default_value = "0.05")]
    pub price: f64,
    /// Seconds that the search for a fix may take
    ///
    /// The time starts once the rule has been asked about all positions. At its end, or at Ctrl-C, the best
    /// fix so far is verified and reported
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub time_limit: Option<u64>,
    /// Write the fix as source code
    #[arg(long, value_name = "LANGUAGE")]
    pub emit: Option<SourceLanguage>,
    /// Board of your engine: bitboards or squares
    ///
    /// The functions take bitboards, or the squares of the men
    #[arg(long, value_name = "BOARD", requires = "emit", default_value = "bitboards")]
    pub board: BoardStyle,
    /// File of the source code
    #[arg(long, value_name = "FILE", requires = "emit")]
    pub output: Option<PathBuf>,
}

impl FixArgs {
    /// Begins the run, and returns it with the endgames for which to fix the rule. An interrupt
    /// prints `hint`, which names a way to take less time.
    pub fn begin<'e>(
        &self,
        environment: &'e Environment,
        hint: &str,
    ) -> Result<(LongRun<'e>, Vec<NormalMaterial>)> {
        self.sampling.check(&self.endgames)?;
        self.emit.map(SourceLanguage::of_list).transpose()?;
        let run = LongRun::unsaved(environment, hint);
        let plan = Plan::new(&self.endgames, self.men, &self.rule.choice, environment)?;
        Ok((run, plan.endgames))
    }

    /// Returns the options of the verification, with at most `examples` counterexamples to show.
    pub fn options(&self, examples: usize) -> Options {
        let (counting, domain, truth) = (self.counting, self.rule.domain(), self.rule.truth);
        let sample = self.sampling.requested();
        Options { counting, domain, examples, truth, sample, ..Options::default() }
    }

    /// Returns a command line that writes the same source code again. `own` has the name and the
    /// value of each option that only this command has.
    pub fn command_line(&self, command: &str, own: &[(&'static str, String)]) -> String {
        let RuleArgs { choice, domain, truth, .. } = &self.rule;
        let is_not_default = |counting: &Counting| *counting != Counting::Full;
        let is_mailbox = self.board == BoardStyle::Mailbox;
        let options = [
            ("men", self.men.map(|it| it.to_string())),
            ("plugin", choice.plugin.as_ref().map(|it| it.display().to_string())),
            ("command", choice.program.clone()),
            ("learned", choice.learned.then(String::new)),
            ("domain", domain.map(|it| it.to_string())),
            ("truth", (*truth != TruthKind::Result).then(|| truth.name().into())),
            ("counting", Some(self.counting).filter(is_not_default).map(|it| it.to_string())),
            ("price", Some(self.price.to_string())),
            ("emit", self.emit.map(language_name)),
            ("board", is_mailbox.then(|| "mailbox".into())),
        ];
        let options = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let names: Vec<String> = self.endgames.iter().map(|it| it.name().to_string()).collect();
        let words: Vec<&str> = [command].into_iter().chain(names.iter().map(|it| &**it)).collect();
        command_line(&words, options.chain(own.iter().cloned()))
    }
}

/// The recorded claims of a rule about an endgame, and the verdict on them.
pub struct Recorded {
    pub endgame: NormalMaterial,
    pub verdict: Verdict,
    recording: Recording,
    pub library: Library,
}

/// Verifies the rule in some endgames, and records its claims.
///
/// # Errors
///
/// Fails if an endgame could not be verified.
pub fn recorded(
    endgames: &[NormalMaterial],
    rule: &RuleArgs,
    options: &Options,
    environment: &Environment,
) -> Result<Vec<Recorded>> {
    let men = endgames.iter().map(|it| it.get().men()).max().unwrap_or(0);
    if men > MEN_QUICK && options.sample.is_none() && !environment.quiet {
        print_error(&format!(
            "drawproof: the search for a fix takes minutes for {men} men; Ctrl-C, or --time-limit SECONDS, ends it \
             with the best one so far"
        ));
    }
    let options = Options { record: true, ..options.clone() };
    let outcomes = verify_whole(&Verifications::new(endgames, &options), rule, environment)?;
    let members = endgames.iter().zip(outcomes).map(|(&endgame, outcome)| -> Result<Recorded> {
        let men = Men::of_endgame(&endgame.to_string()).context("an endgame has a name")?;
        Ok(Recorded {
            endgame,
            verdict: outcome.verdict,
            recording: outcome.recording.context("the claims were recorded")?,
            library: Library::for_fixes(men),
        })
    });
    members.collect()
}

/// The text that is printed above the best fix if the search was stopped.
pub const STOPPED: &str = "The search was stopped: this is the best fix that it found.\n\n";

/// Searches for a fix with `find`. Returns its findings, the tables that it learned from (none for
/// a sample), and whether the search was finished before the time limit and without an interrupt.
///
/// # Errors
///
/// Fails if a table is unavailable, or if a recording is damaged.
pub fn search<T>(
    members: &[Recorded],
    fix: &FixArgs,
    patterns: usize,
    environment: &Environment,
    find: impl FnOnce(&[Verified], Search) -> Result<T, FileError>,
) -> Result<(T, Vec<Arc<PlainTable>>, bool)> {
    environment.progress.expect_steps(&[]);
    let steps = Steps { progress: &*environment.progress, endgame: members[0].endgame };
    let sampled = members.iter().map(|it| World::of_sample(&it.recording));
    let sampled = sampled.collect::<Result<Option<Vec<World>>, _>>()?;
    let tables = match sampled {
        Some(_) => Vec::new(),
        None => {
            let tables = members.iter().map(|it| environment.store.table(it.endgame));
            tables.collect::<Result<Vec<Arc<PlainTable>>, _>>()?
        }
    };
    let keep = || environment.store.keep_within_bound();
    // Until here an interrupt ends the program: tables may be solved.
    let flag = process::cancel_on_interrupt();
    let deadline = fix.time_limit.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    environment.progress.stop_when(flag, deadline);
    _ = steps.begin("reading the claims about");
    let of_table = |table| World::new(table).with_reading(&keep);
    let worlds = sampled.unwrap_or_else(|| tables.iter().map(|it| of_table(it)).collect());
    let verified = members.iter().zip(&worlds).map(|(it, world)| {
        let Recorded { library, recording, verdict, .. } = it;
        Verified { world, library, recording, verdict }
    });
    let verified: Vec<Verified> = verified.collect();
    let memory_bytes = environment.store.memory_bytes();
    let how = Search::new(fix.price, patterns, memory_bytes, steps);
    let found = find(&verified, how)?;
    process::end_on_interrupt();
    let is_whole = !environment.progress.end_steps() && !flag.load(Ordering::SeqCst);
    drop(worlds);
    Ok((found, tables, is_whole))
}
