//! A decision tree: learned, counted over all positions, proved, and written as source code.

use std::{convert::Infallible, io::Write, ops::ControlFlow, process::ExitCode, time::Instant};

use anyhow::{Context, Result, bail};
use drawproof_features::{Library, Men, learned::LearnedRule, rule_file};
use drawproof_miner::{
    Size, checksum, counted_trees, emit, learn,
    report::{self, Mined, Proof, Step},
    tree_rule::TreeRule,
    world::World,
};
use drawproof_verifier::{Asker, Options, Verification};

use super::{arguments::MineArgs, steps};
use crate::{
    environment::Environment,
    output::{print_error, write_file},
    process::WRONG,
    progress::VerifyProgress,
    source_code::write_learned,
};

/// Runs the command.
pub fn run(args: &MineArgs, environment: &Environment) -> Result<ExitCode> {
    let start = Instant::now();
    let name = args.endgame.to_string();
    let library = Library::new(Men::of_endgame(&name).context("an endgame has a name")?);
    let table = environment.store.table(args.endgame)?;
    let keep = || environment.store.keep_within_bound();
    let world = World::new(&table).with_reading(&keep);
    let sizes = sizes(args);
    let note = |what: &str| -> ControlFlow<Infallible> {
        steps::show(steps::TREE, what, args.endgame, &environment.progress);
        ControlFlow::Continue(())
    };
    let memory_bytes = environment.store.memory_bytes();
    let ControlFlow::Continue(learning) = learn(&world, &library, &sizes, memory_bytes, &note);
    let learning_seconds = start.elapsed().as_secs_f64();
    let ControlFlow::Continue(()) = note("counting over all positions of");
    let mut steps = counted_trees(&learning, &sizes, &world, &library);
    let Some((tree, counted, _)) = steps.pop() else {
        bail!("{name} has nothing to learn: its positions are all drawn or all decisive")
    };
    let mut curve: Vec<Step> = steps.iter().map(|(_, _, step)| step.clone()).collect();
    curve.push(Step::new(&tree, &counted, 0));
    environment.progress.finish();
    let rule = TreeRule::new(&format!("{name} learned"), &library, &tree);
    let progress = VerifyProgress::new(&name, environment);
    let verification = Verification::new(args.endgame, &*environment.store, &Options::default());
    let outcome = verification.observed_by(&progress).run(Asker::Function(&rule))?;
    let proof = Proof::from(&outcome.verdict);
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
        print_error(&report::text(&mined));
        print_error("drawproof: the proof failed; no source code was written");
        return Ok(ExitCode::from(WRONG));
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
    write_learned(source, output, args.format, &mined, &report::text(&mined))?;
    Ok(ExitCode::SUCCESS)
}

/// The sizes requested.
fn sizes(args: &MineArgs) -> Vec<Size> {
    let leaves = args.leaves.iter().map(|&leaves| Size::Leaves(leaves as usize));
    let bytes = args.bytes.iter().map(|&bytes| Size::Bytes(bytes as usize));
    let spotted = args.spotted.iter().map(|&share| Size::Spotted(share));
    let sizes: Vec<Size> = leaves.chain(bytes).chain(spotted).collect();
    if sizes.is_empty() { vec![Size::Bytes(2048)] } else { sizes }
}
