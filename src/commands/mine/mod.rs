//! `mine`: learns a sound recognizer from a table, proves it and writes it as source code: a decision
//! tree, or a list of patterns that people can read. With `--exact`, the outcomes of all positions.

mod arguments;

use std::{io::Write, process::ExitCode, time::Instant};

use anyhow::{Context, Result, bail};
use drawproof_features::{Library, Men, learned::LearnedRule, rule_file};
use drawproof_miner::{
    Size, checksum, counted_trees,
    emit::{self, List, Purpose},
    exact::{
        self,
        report::{MinedExact, packed},
    },
    learn,
    patterns::{
        self, ListRule, Patterns, lists,
        report::{Figures, ListStep, MinedList},
    },
    report::{self, Mined, Proof, Step},
    tree_rule::TreeRule,
    world::World,
};
use drawproof_tables::progress::Steps;
use drawproof_verifier::{Asker, Options, Subject, TruthKind, Verdict, Verification};

pub use self::arguments::MineArgs;
use crate::{
    arguments::Format,
    environment::Environment,
    output::{print_error, print_json, stdout, text_style, write_file},
    progress::StepShares,
    run::LongRun,
    source_code::{SourceLanguage, write_learned},
};

/// Runs `mine`: learns a sound rule, proves it, and writes it as source code.
pub fn run(args: &MineArgs, environment: &Environment) -> Result<ExitCode> {
    let environment = &environment.of_truth(args.truth);
    let run = LongRun::unsaved(environment, "fewer --leaves or --bytes take less time");
    if !args.exact && args.output.is_some() && args.emit.is_none() {
        bail!("--output needs --emit: name the language of the source code");
    }
    if args.truth == TruthKind::CanMate && args.emit == Some(SourceLanguage::Rule) {
        bail!("--emit rule cannot be used with --truth can-mate: built-in rules are about draws");
    }
    let is_right = match (args.exact, args.patterns.is_empty()) {
        (true, _) => mine_exact(args, environment)?,
        (false, true) => mine_tree(args, environment)?,
        (false, false) => mine_list(args, environment)?,
    };
    let done = match args.exact {
        true => "learned and compared",
        false if is_right => "learned and proved",
        false => "not proved",
    };
    run.totals(|| format!("{}: {done}", args.endgame));
    run.end(is_right)
}

/// Returns the features that are learned from.
fn library(args: &MineArgs) -> Result<Library> {
    let men = Men::of_endgame(&args.endgame.to_string()).context("an endgame has a name")?;
    Ok(Library::new(men))
}

/// Returns the verdict on a rule that was learned.
fn proved(args: &MineArgs, rule: &dyn Subject, environment: &Environment) -> Result<Verdict> {
    let options = Options { truth: args.truth, ..Options::default() };
    let verification = Verification::new(args.endgame, &*environment.store, &options);
    Ok(verification.followed_by(&environment.store.progress()).run(Asker::Function(rule))?.verdict)
}

/// Reports that a proof failed.
fn not_proved(report: &str) -> Result<bool> {
    print_error(report);
    print_error("drawproof: the proof failed; no source code was written");
    Ok(false)
}

/// Returns the error of an endgame without a rule that could be learned.
fn nothing_to_learn<T>(args: &MineArgs) -> Result<T> {
    let name = args.endgame;
    bail!("{name} has nothing to learn: its positions are all drawn or all decisive")
}

/// Learns the result of every position, and reports the bytes that takes.
fn mine_exact(args: &MineArgs, environment: &Environment) -> Result<bool> {
    let start = Instant::now();
    let table = environment.store.table(args.endgame)?;
    let steps = steps(args, EXACT, environment);
    let checked = exact::learn(&table, &library(args)?, steps);
    _ = steps.begin("packing a bitbase of");
    let bitbase = packed(&table);
    environment.progress.finish();
    let mined = MinedExact::new(&checked, bitbase, start.elapsed().as_secs_f64());
    match args.format {
        Format::Json => print_json(&mined)?,
        Format::Text => stdout().write_all(exact::report::text(&mined).as_bytes())?,
    }
    if mined.wrong > 0 {
        return Ok(false);
    }
    if let Some(path) = &args.output {
        write_file(path, |file| file.write_all(&checked.bytes))?;
    }
    Ok(true)
}

/// Learns a decision tree, counts it over all positions, proves it, and writes it as source code.
fn mine_tree(args: &MineArgs, environment: &Environment) -> Result<bool> {
    let start = Instant::now();
    let (name, library) = (args.endgame.to_string(), library(args)?);
    let table = environment.store.table(args.endgame)?;
    let keep = || environment.store.keep_within_bound();
    let world = World::new(&table).with_reading(&keep);
    let sizes = sizes(args);
    let steps = steps(args, TREE, environment);
    let memory_bytes = environment.store.memory_bytes();
    let learning = learn(&world, &library, &sizes, memory_bytes, steps);
    let learning = learning.continue_value().context("learning was stopped")?;
    let learning_seconds = start.elapsed().as_secs_f64();
    _ = steps.begin("counting over all positions of");
    let mut steps = counted_trees(&learning, &sizes, &world, &library);
    let Some((tree, counted, _)) = steps.pop() else {
        return nothing_to_learn(args);
    };
    let mut curve: Vec<Step> = steps.iter().map(|(_, _, step)| step.clone()).collect();
    curve.push(Step::new(&tree, &counted, 0));
    environment.progress.finish();
    let rule = TreeRule::new(&format!("{name} learned"), &library, &tree);
    let proof = Proof::from(&proved(args, &rule, environment)?);
    let is_proved = proof.sound && proof.spotted == counted.spotted;
    let (draws, decisive) = (counted.draws, counted.decisive);
    let features = learning.offered;
    let mined =
        Mined { endgame: name.clone(), draws, decisive, features, learning_seconds, curve, proof };
    if let Some(path) = &args.html {
        write_file(path, |file| file.write_all(report::html(&mined).as_bytes()))?;
    }
    if let Some(path) = &args.svg {
        write_file(path, |file| file.write_all(report::svg(&mined).as_bytes()))?;
    }
    if !is_proved {
        return not_proved(&report::text(&mined));
    }
    let rule = LearnedRule {
        endgame: name,
        command: args.command_line(),
        table_checksum: checksum(&table),
        draws,
        decisive,
        spotted: counted.spotted,
        tree,
        visits: counted.visits,
    };
    let source = args.emit.map(|language| match language.of_source() {
        Some(language) => emit::source(&rule, &library, language).into_bytes(),
        None => rule_file::write(&rule, &library),
    });
    let (source, output) = (source.as_deref(), args.output.as_deref());
    write_learned(source, output, (args.format, args.truth), &mined, &report::text(&mined))?;
    Ok(true)
}

/// Returns the sizes requested.
fn sizes(args: &MineArgs) -> Vec<Size> {
    let leaves = args.leaves.iter().map(|&leaves| Size::Leaves(leaves as usize));
    let bytes = args.bytes.iter().map(|&bytes| Size::Bytes(bytes as usize));
    let spotted = args.spotted.iter().map(|&share| Size::Spotted(share));
    let sizes: Vec<Size> = leaves.chain(bytes).chain(spotted).collect();
    if sizes.is_empty() { vec![Size::Bytes(2048)] } else { sizes }
}

/// Returns a list of patterns.
fn mine_list(args: &MineArgs, environment: &Environment) -> Result<bool> {
    let language = args.emit.map(SourceLanguage::of_list).transpose()?;
    let start = Instant::now();
    let (name, library) = (args.endgame.to_string(), library(args)?);
    let table = environment.store.table(args.endgame)?;
    let keep = || environment.store.keep_within_bound();
    let world = World::new(&table).with_reading(&keep);
    let (draws, decisive) = world.count();
    if draws == 0 || decisive == 0 {
        return nothing_to_learn(args);
    }
    let steps = steps(args, LIST, environment);
    let mut sizes: Vec<usize> = args.patterns.iter().map(|&size| size.into()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let lists = lists(&world, &library, &sizes, environment.store.memory_bytes(), steps);
    let lists = lists.context("learning was stopped")?;
    let learning_seconds = start.elapsed().as_secs_f64();
    environment.progress.finish();
    let prove = |patterns: Patterns| -> Result<(Patterns, Figures, Proof)> {
        let rule = ListRule::new(&format!("{name} learned"), &library, &patterns);
        let verdict = proved(args, &rule, environment)?;
        let figures = Figures::new(&library, &patterns, &verdict);
        Ok((patterns, figures, Proof::from(&verdict)))
    };
    let mut proofs = lists.into_iter().map(prove).collect::<Result<Vec<_>>>()?;
    let curve = proofs.iter().map(|(_, figures, _)| ListStep::from(figures)).collect();
    let (patterns, figures, proof) = proofs.pop().context("--patterns has a value")?;
    let mined = MinedList { endgame: name.clone(), learning_seconds, curve, figures, proof };
    let text = patterns::report::text(&mined, text_style().width);
    if !mined.proof.sound {
        return not_proved(&text);
    }
    let list = List {
        endgame: &name,
        purpose: Purpose::Recognizer,
        branch: None,
        library: &library,
        patterns: &patterns,
        figures: &mined.figures,
        checksum: checksum(&table),
        command: &args.command_line(),
    };
    let source = language.map(|language| list.source(language).into_bytes());
    let (source, output) = (source.as_deref(), args.output.as_deref());
    write_learned(source, output, (args.format, args.truth), &mined, &text)?;
    Ok(true)
}

/// The steps to a decision tree. The shares are those of four men; other endgames differ.
const TREE: StepShares = &[
    ("choosing features for", 0.02),
    ("evaluating features of", 0.02),
    ("growing trees for", 0.05),
    ("trying splits for", 0.87),
    ("counting over all positions of", 0.04),
];

/// The steps to a list of patterns.
const LIST: StepShares = &[
    ("choosing features for", 0.02),
    ("evaluating features of", 0.03),
    ("growing trees for", 0.07),
    ("searching patterns for", 0.88),
];

/// The steps to exact outcomes.
const EXACT: StepShares = &[
    ("learning who draws in", 0.63),
    ("learning who wins in", 0.06),
    ("asking about every position of", 0.08),
    ("packing a bitbase of", 0.23),
];

/// Follows learning by some steps.
fn steps<'e>(args: &MineArgs, shares: StepShares, environment: &'e Environment) -> Steps<'e> {
    environment.progress.expect_steps(shares);
    Steps { progress: &*environment.progress, endgame: args.endgame }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_all_steps_are_the_whole() {
        for steps in [TREE, LIST, EXACT] {
            let all: f64 = steps.iter().map(|(_, share)| share).sum();
            assert!((all - 1.0).abs() < 1e-9, "{steps:?}");
        }
    }
}
