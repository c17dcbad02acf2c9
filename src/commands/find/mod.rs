//! `find`: the positions that meet a condition.

mod arguments;
mod choice;
mod documents;

use std::{io::Write, path::Path, process::ExitCode, sync::Arc, time::Duration};

use anyhow::{Result, anyhow, ensure};
use drawproof_find::{
    Condition, ConditionError, Found, Order, Room, Search, SearchError, Sources, Tables,
};
use drawproof_session::budget::size;
use drawproof_tables::Layout;

pub use self::arguments::FindArgs;
use self::choice::Searched;
use crate::{
    environment::Environment,
    frequencies::Frequencies,
    output::{stdout, write_file},
    rule::{child_process::Library, job::Rule, plan::Plan},
    run::LongRun,
};

/// Makes a condition, with claims of the user's rule or without.
type NewCondition = fn(&str, Option<&str>, &Arc<Layout>) -> Result<Condition, ConditionError>;

/// Runs `find`: writes the positions that meet a condition.
pub fn run(args: &FindArgs, environment: &Environment) -> Result<ExitCode> {
    documents::check(args)?;
    let run = LongRun::unsaved(environment, "");
    match &args.plugin {
        None => find(args, None, args.output.as_deref(), environment)?,
        Some(plugin) => {
            // Errors of the arguments come before the library runs.
            asked(args)?;
            let limit = Duration::from_secs(args.timeout);
            let found =
                Library { plugin, limit, environment }.find(std::env::args_os().collect())?;
            match &args.output {
                Some(path) => write_file(path, |file| file.write_all(&found))?,
                None => stdout().write_all(&found)?,
            }
        }
    }
    run.end(true)
}

/// Writes the positions that meet the condition to standard output or a file. The condition may
/// refer to the claims of `rule`.
pub fn find(
    args: &FindArgs,
    rule: Option<&Rule>,
    output: Option<&Path>,
    environment: &Environment,
) -> Result<()> {
    let (conditions, frequencies) = asked(args)?;
    frequencies.iter().for_each(Frequencies::tell);
    let (mut results, mut kept) = (Vec::new(), 0);
    for condition in &conditions {
        let found = search(condition, rule, args, kept, environment)?;
        kept += found.groups.iter().map(|group| group.kept.len()).sum::<usize>();
        results.push(Searched { layout: condition.layout().clone(), found });
    }
    if let Some(sample) = args.sample {
        choice::draw(&mut results, sample as usize, args.balance.as_ref(), frequencies.as_ref())?;
    }
    documents::write(&results, args, output, environment)
}

/// Returns a condition for each endgame, and how often these occur.
fn asked(args: &FindArgs) -> Result<(Vec<Condition>, Option<Frequencies>)> {
    let endgames = Plan::named(&args.endgames, args.men.into(), |_| Ok(None))?.endgames;
    let frequencies = args.frequencies.as_deref().map(Frequencies::read).transpose()?;
    if let (Some(found), Some(path)) = (&frequencies, &args.frequencies) {
        let is_known = |it| found.per_thousand(it) > 0.0;
        let shown = path.display();
        ensure!(
            endgames.iter().any(|&it| is_known(it)),
            "{shown} has no frequency of the endgames that are searched: write lines such as 'KRPKR 37'"
        );
    }
    let field = args.by.as_deref().or(args.balance.as_ref().map(|balance| &*balance.field));
    let new = args.plugin.as_ref().map_or(Condition::new as NewCondition, |_| Condition::with_rule);
    let condition = |endgame| Ok(new(&args.condition, field, &Arc::new(Layout::new(endgame)))?);
    let conditions = endgames.into_iter().map(condition).collect::<Result<_>>()?;
    Ok((conditions, frequencies))
}

/// Looks at all positions of an endgame, after positions of others were `kept`.
fn search(
    condition: &Condition,
    rule: Option<&Rule>,
    args: &FindArgs,
    kept: usize,
    environment: &Environment,
) -> Result<Found> {
    let endgame = condition.layout().material();
    let limit = args.limit();
    let room = Room::new(&environment.store, kept, limit);
    let tables = Tables::new(condition, &environment.store)?;
    let mut windows = tables.windows()?;
    let search = Search {
        condition,
        counting: args.counting,
        order: args.sample.map_or(args.order, |_| Order::drawn(args.seed, endgame)),
        limit,
        room: room.positions(),
        sources: Sources { rule, ..tables.sources() },
        budget: None,
        progress: &environment.store.progress(),
    };
    search.run(&mut windows).map_err(|error| match error {
        SearchError::Room => anyhow!(
            "more positions are to be kept than --memory {} has room for: allow more, or {}",
            size(environment.store.memory_bytes()),
            match (args.sample, args.limit) {
                (None, None) => "write fewer with --limit or --sample",
                (None, Some(_)) => "lower --limit",
                (Some(_), _) => "lower --sample",
            },
        ),
        other => anyhow!(other),
    })
}
