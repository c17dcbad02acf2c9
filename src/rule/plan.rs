//! The endgames that a rule is verified for: those named, those of families, or all that it is about.

use anyhow::{Result, bail};
use drawproof_tables::{MEN_MIN, NormalMaterial, SOLVABLE_MEN_MAX};
use drawproof_verifier::{FamilyVerdict, Tally, Verdict};
use serde::{Deserialize, Serialize};

use super::{
    arguments::RuleChoice,
    selection::{applies, with_learned_rule, with_rule},
};
use crate::{arguments::Endgames, environment::Environment};

/// Men of the endgames that are verified where none is named.
const MEN_DEFAULT: usize = 4;

/// The endgames for which to verify a rule, and the families that they belong to.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// The endgames in the order of reports, without duplicates.
    pub endgames: Vec<NormalMaterial>,
    families: Vec<Planned>,
}

/// The endgames of a family.
#[derive(Debug, Serialize, Deserialize)]
struct Planned {
    name: String,
    men: usize,
    endgames: Vec<NormalMaterial>,
    not_applied: Vec<NormalMaterial>,
}

impl Plan {
    /// Returns the endgames for a rule that the command line names; families are limited to `men`
    /// men. In families, and without names, only endgames that the rule covers are returned.
    ///
    /// # Errors
    ///
    /// Fails if there are no such endgames, or if `men` limits nothing.
    pub fn new(
        requested: &[Endgames],
        men: Option<u8>,
        rule: &RuleChoice,
        environment: &Environment,
    ) -> Result<Plan> {
        if requested.is_empty() {
            let men = men.map(usize::from);
            return match rule.is_users() {
                true => Plan::of_users_rule(men.unwrap_or(MEN_DEFAULT), rule, environment),
                false => Plan::of_builtin_rules(men, rule),
            };
        }
        let men = men_of_families(requested, men)?;
        Plan::named(requested, men, |all| applies(all, rule, environment))
    }

    /// Returns the named endgames, and of each named family the endgames of at most `men` men that
    /// `applies` accepts. If `applies` returns `None`, it accepts all.
    ///
    /// # Errors
    ///
    /// Fails if there are no such endgames, or if `applies` fails.
    pub fn named(
        requested: &[Endgames],
        men: usize,
        applies: impl Fn(&[NormalMaterial]) -> Result<Option<Vec<bool>>>,
    ) -> Result<Plan> {
        let mut plan = Plan::default();
        for it in requested {
            match it {
                Endgames::One(endgame) => plan.add(*endgame),
                Endgames::Family(family) => {
                    let all = family.endgames(men)?;
                    let applies = applies(&all)?;
                    plan.add_family(family.to_string(), men, all, applies.as_deref());
                }
            }
        }
        if plan.endgames.is_empty() {
            let names: Vec<&str> = plan.families.iter().map(|it| it.name.as_str()).collect();
            bail!("the rule covers no endgame of up to {men} men of {}", names.join(", "));
        }
        Ok(plan)
    }

    /// Returns all endgames of up to `men` men that `applies` accepts. If `applies` returns `None`,
    /// it accepts all.
    ///
    /// # Errors
    ///
    /// Fails if there are no such endgames, or if `applies` fails.
    pub fn all(
        men: usize,
        applies: impl Fn(&[NormalMaterial]) -> Result<Option<Vec<bool>>>,
    ) -> Result<Plan> {
        let all: Vec<_> = (MEN_MIN..=men).flat_map(NormalMaterial::all_with_men).collect();
        let (mut plan, applies) = (Plan::default(), applies(&all)?);
        plan.add_family("all".into(), men, all, applies.as_deref());
        if plan.endgames.is_empty() {
            bail!("drawproof_applies returned 0 for every endgame of up to {men} men: see --men");
        }
        Ok(plan)
    }

    /// Returns all endgames of up to `men` men that a library's rule is about.
    fn of_users_rule(men: usize, rule: &RuleChoice, environment: &Environment) -> Result<Plan> {
        Plan::all(men, |all| {
            if let applies @ Some(_) = applies(all, rule, environment)? {
                return Ok(applies);
            }
            let (option, reason) = match &rule.plugin {
                Some(plugin) => {
                    let name = plugin.display();
                    ("--plugin LIB", format!("{name} exports no drawproof_applies, so "))
                }
                None => ("--command 'PROG ARGS'", String::new()),
            };
            bail!(
                "{reason}name the endgames of the rule, such as: drawproof verify KRKB {option}, or \
                 a family of them, such as: drawproof verify KBP+K {option}"
            );
        })
    }

    /// Returns all endgames with a built-in rule: of `men` men, or of up to four.
    fn of_builtin_rules(men: Option<usize>, rule: &RuleChoice) -> Result<Plan> {
        let wanted = |it: &NormalMaterial| match men {
            Some(men) => it.get().men() == men,
            None => it.get().men() <= MEN_DEFAULT,
        };
        let all = if rule.learned { with_learned_rule() } else { with_rule() };
        let endgames: Vec<_> = all.into_iter().filter(wanted).collect();
        if endgames.is_empty() {
            bail!("there is no built-in rule for an endgame of that many men");
        }
        Ok(Plan { endgames, families: Vec::new() })
    }

    fn add(&mut self, endgame: NormalMaterial) {
        if !self.endgames.contains(&endgame) {
            self.endgames.push(endgame);
        }
    }

    /// Adds a family: of `all` endgames those that the rule applies to; every one if that is not known.
    fn add_family(
        &mut self,
        name: String,
        men: usize,
        all: Vec<NormalMaterial>,
        applies: Option<&[bool]>,
    ) {
        let mut family = Planned { name, men, endgames: Vec::new(), not_applied: Vec::new() };
        for (number, endgame) in all.into_iter().enumerate() {
            if applies.is_none_or(|applies| applies[number]) {
                self.add(endgame);
                family.endgames.push(endgame);
            } else {
                family.not_applied.push(endgame);
            }
        }
        self.families.push(family);
    }

    /// Returns the verdicts on the families, summed from the verdicts on their endgames.
    pub fn family_verdicts(&self, verdicts: &[Verdict]) -> Vec<FamilyVerdict> {
        self.families.iter().map(|family| family.verdict(verdicts)).collect()
    }
}

/// Returns the maximum number of men of the requested families: `men`, or by default the maximum
/// number of men for which tables can be made.
///
/// # Errors
///
/// Fails if `men` is given but no family is requested.
pub fn men_of_families(requested: &[Endgames], men: Option<u8>) -> Result<usize> {
    let has_family = requested.iter().any(|it| matches!(it, Endgames::Family(_)));
    if men.is_some() && !has_family {
        bail!("--men cannot be used with endgames: it bounds families of endgames, such as KBP+K");
    }
    Ok(men.map_or(SOLVABLE_MEN_MAX, usize::from))
}

fn names(endgames: &[NormalMaterial]) -> Vec<String> {
    endgames.iter().map(ToString::to_string).collect()
}

impl Planned {
    fn verdict(&self, verdicts: &[Verdict]) -> FamilyVerdict {
        let find = |name: &String| verdicts.iter().find(|verdict| verdict.endgame == *name);
        let (endgames, not_verified): (Vec<_>, Vec<_>) =
            names(&self.endgames).into_iter().partition(|name| find(name).is_some());
        let (mut total, mut en_passant) = (Tally::default(), Tally::default());
        let mut is_sound = not_verified.is_empty();
        for verdict in endgames.iter().filter_map(find) {
            total.add(&verdict.total());
            en_passant.add(&verdict.en_passant);
            is_sound &= verdict.is_sound();
        }
        FamilyVerdict {
            name: self.name.clone(),
            men: self.men,
            endgames,
            not_applied: names(&self.not_applied),
            not_verified,
            is_sound,
            total,
            en_passant,
        }
    }
}
