//! `find`: the positions that meet a condition.

mod arguments;
mod choice;
mod documents;

use std::{collections::BTreeSet, process::ExitCode, sync::Arc};

use anyhow::{Result, anyhow};
use drawproof_find::{Condition, Found, Order, Search, Tables};
use drawproof_tables::{Layout, NormalMaterial};

pub use self::arguments::FindArgs;
use self::choice::{Frequencies, Searched};
use crate::{arguments::Endgames, environment::Environment, progress::VerifyProgress};

/// Runs the command.
pub fn run(args: &FindArgs, environment: &Environment) -> Result<ExitCode> {
    documents::check(args)?;
    let endgames = endgames(args)?;
    let frequencies =
        args.frequencies.as_deref().map(|path| Frequencies::read(path, &endgames)).transpose()?;
    // Errors of the condition come before tables are solved.
    let field = args.by.as_deref().or(args.balance.as_ref().map(|balance| &*balance.field));
    let conditions: Vec<Condition> = endgames
        .iter()
        .map(|&endgame| {
            let layout = Arc::new(Layout::new(endgame));
            Ok(Condition::new(&args.condition, field, &layout)?)
        })
        .collect::<Result<_>>()?;
    let mut results = Vec::new();
    for condition in &conditions {
        let found = search(condition, args, environment)?;
        results.push(Searched { layout: condition.layout().clone(), found });
    }
    if let Some(sample) = args.sample {
        choice::draw(&mut results, sample as usize, args.balance.as_ref(), frequencies.as_ref())?;
    }
    documents::write(&results, args, environment)?;
    Ok(ExitCode::SUCCESS)
}

/// The endgames of the arguments, each once.
fn endgames(args: &FindArgs) -> Result<Vec<NormalMaterial>> {
    let mut all = Vec::new();
    for named in &args.endgames {
        match named {
            Endgames::One(endgame) => all.push(*endgame),
            Endgames::Family(family) => {
                let members = family.endgames(args.men.into())?;
                all.extend(members);
            }
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|endgame| seen.insert(*endgame));
    Ok(all)
}

/// Looks at all positions of an endgame.
fn search(condition: &Condition, args: &FindArgs, environment: &Environment) -> Result<Found> {
    let endgame = condition.layout().material();
    let tables = Tables::new(condition, &environment.store)?;
    let progress = VerifyProgress::new(&endgame.to_string(), environment).searching();
    let limit = match (args.count || args.by.is_some(), args.sample) {
        (true, _) => 0,
        (_, Some(sample)) => sample as usize,
        _ => args.limit as usize,
    };
    let search = Search {
        condition,
        counting: args.counting,
        order: args.sample.map_or(args.order, |_| Order::drawn(args.seed, endgame)),
        limit,
        sources: tables.sources(),
        observer: &progress,
    };
    search.run(&mut tables.windows()?).map_err(|error| anyhow!(error))
}
