//! `mine --patterns`: a sound recognizer that people can read, a list of patterns.

use std::{process::ExitCode, time::Instant};

use anyhow::{Context, Result, bail};
use drawproof_features::{Library, Men};
use drawproof_miner::{
    checksum,
    emit::{List, Purpose},
    patterns::{
        ListRule, Patterns, lists,
        report::{self, Figures, ListStep, MinedList},
    },
    report::Proof,
    world::World,
};
use drawproof_verifier::{Asker, Options, Verdict, Verification};

use super::{arguments::MineArgs, steps};
use crate::{
    environment::Environment,
    output::{print_error, text_style},
    process::WRONG,
    progress::VerifyProgress,
    source_code::{SourceLanguage, write_learned},
};

/// Runs the command.
pub fn run(args: &MineArgs, environment: &Environment) -> Result<ExitCode> {
    let language = args.emit.map(SourceLanguage::of_list).transpose()?;
    let start = Instant::now();
    let name = args.endgame.to_string();
    let library = Library::new(Men::of_endgame(&name).context("an endgame has a name")?);
    let table = environment.store.table(args.endgame)?;
    let keep = || environment.store.keep_within_bound();
    let world = World::new(&table).with_reading(&keep);
    let (draws, decisive) = world.count();
    if draws == 0 || decisive == 0 {
        bail!("{name} has nothing to learn: its positions are all drawn or all decisive")
    }
    let note = |what: &str| steps::show(steps::LIST, what, args.endgame, &environment.progress);
    let mut sizes: Vec<usize> = args.patterns.iter().map(|&size| size.into()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let lists = lists(&world, &library, &sizes, environment.store.memory_bytes(), &note);
    let learning_seconds = start.elapsed().as_secs_f64();
    environment.progress.finish();
    let mut proved: Vec<(Patterns, Verdict)> = Vec::new();
    for patterns in lists {
        let rule = ListRule::new(&format!("{name} learned"), &library, &patterns);
        let progress = VerifyProgress::new(&name, environment);
        let verification =
            Verification::new(args.endgame, &*environment.store, &Options::default());
        let outcome = verification.observed_by(&progress).run(Asker::Function(&rule))?;
        proved.push((patterns, outcome.verdict));
    }
    let figures =
        |(patterns, verdict): &(Patterns, Verdict)| Figures::new(&library, patterns, verdict);
    let curve = proved.iter().map(|list| ListStep::from(&figures(list))).collect();
    let last = proved.last().context("--patterns has a value")?;
    let proof = Proof::from(&last.1);
    let mined =
        MinedList { endgame: name.clone(), learning_seconds, curve, figures: figures(last), proof };
    if !mined.proof.sound {
        print_error(&report::text(&mined, text_style().width));
        print_error("drawproof: the proof failed; no source code was written");
        return Ok(ExitCode::from(WRONG));
    }
    let list = List {
        endgame: &name,
        purpose: Purpose::Recognizer,
        library: &library,
        patterns: &last.0,
        figures: &mined.figures,
        checksum: checksum(&table),
        command: &args.command_line(),
    };
    let source = language.map(|language| list.source(language).into_bytes());
    let (source, output) = (source.as_deref(), args.output.as_deref());
    write_learned(source, output, args.format, &mined, &report::text(&mined, text_style().width))?;
    Ok(ExitCode::SUCCESS)
}
