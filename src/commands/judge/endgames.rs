//! The endgames that an engine is judged in.

use anyhow::{Result, bail};
use drawproof_judge::sample::Size;
use drawproof_tables::{MEN_MIN, NormalMaterial, SOLVABLE_MEN_MAX};

use super::arguments::JudgeArgs;
use crate::{
    arguments::Endgames,
    environment::Environment,
    rule::{arguments::RuleChoice, selection::applies},
};

/// The most men of an endgame all of whose positions can be asked.
const ALL_MEN_MAX: usize = 4;

/// The endgames that the arguments name, each once: of families, and of all up to a number of men,
/// those that a library's function `drawproof_applies` accepts, if it has one.
pub(super) fn requested(
    args: &JudgeArgs,
    environment: &Environment,
) -> Result<Vec<NormalMaterial>> {
    let men = args.men.map_or(SOLVABLE_MEN_MAX, usize::from);
    let has_family = args.endgames.iter().any(|it| matches!(it, Endgames::Family(_)));
    if args.men.is_some() && !args.endgames.is_empty() && !has_family {
        bail!("--men cannot be used with endgames: it bounds families of endgames, such as KBP+K");
    }
    let mut endgames = Vec::new();
    let mut add = |found: Vec<NormalMaterial>| {
        for endgame in found {
            if !endgames.contains(&endgame) {
                endgames.push(endgame);
            }
        }
    };
    if args.endgames.is_empty() {
        let all = (MEN_MIN..=men).flat_map(NormalMaterial::all_with_men).collect();
        add(accepted(all, args, environment)?);
    }
    for it in &args.endgames {
        match it {
            Endgames::One(endgame) => add(vec![*endgame]),
            Endgames::Family(family) => {
                add(accepted(family.endgames(men)?, args, environment)?);
            }
        }
    }
    if endgames.is_empty() {
        bail!("drawproof_applies returned 0 for every endgame of up to {men} men");
    }
    if let (Size::All, Some(large)) =
        (args.sample, endgames.iter().find(|it| it.get().men() > ALL_MEN_MAX))
    {
        bail!("--sample all is for up to {ALL_MEN_MAX} men: {large} has too many positions");
    }
    Ok(endgames)
}

/// The endgames that a library is about; all of them for an engine.
fn accepted(
    mut endgames: Vec<NormalMaterial>,
    args: &JudgeArgs,
    environment: &Environment,
) -> Result<Vec<NormalMaterial>> {
    if args.plugin.is_some() {
        let choice = RuleChoice {
            learned: false,
            plugin: args.plugin.clone(),
            program: None,
            timeout: args.timeout,
        };
        if let Some(applies) = applies(&endgames, &choice, environment)? {
            let mut applies = applies.into_iter();
            endgames.retain(|_| applies.next().unwrap_or(true));
        }
    }
    Ok(endgames)
}
