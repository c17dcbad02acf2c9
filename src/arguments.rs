//! Arguments that several commands share, and how their values are parsed.

use std::{collections::BTreeSet, ops::RangeInclusive};

use anyhow::{Result, bail};
use clap::{
    ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use drawproof_tables::{
    Family, MEN_MIN, MEN_OF_TABLES, Material, Metric, NormalMaterial, SOLVABLE_MEN_MAX,
};
use drawproof_verifier::{Counting, Domain, TruthKind};

/// The values that `--men` accepts: the numbers of men, kings included, of endgames that have
/// tables.
pub const MEN: RangeInclusive<i64> = MEN_MIN as i64..=SOLVABLE_MEN_MAX as i64;

/// The output format of a command: text or JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one document.
    Json,
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Returns the parser of the names of counting conventions. `--help` shows what each convention
/// counts.
pub fn counting() -> impl TypedValueParser<Value = Counting> {
    let of = |counting: Counting| PossibleValue::new(counting.name()).help(counting.sentence());
    PossibleValuesParser::new(Counting::ALL.map(of))
        .map(|name| name.parse().expect("only names of conventions are accepted"))
}

/// Returns the parser of `--truth`: the kind of truth that claims are compared with.
pub fn truth() -> impl TypedValueParser<Value = TruthKind> {
    let of = |truth: TruthKind| PossibleValue::new(truth.name());
    PossibleValuesParser::new(TruthKind::ALL.map(of)).map(|name| {
        let named = |it: &TruthKind| it.name() == name;
        TruthKind::ALL.into_iter().find(named).expect("only names of truths are accepted")
    })
}

/// Returns the parser of the names of metrics.
pub fn metric() -> impl TypedValueParser<Value = Metric> {
    let of = |metric: Metric| PossibleValue::new(metric.name());
    PossibleValuesParser::new(Metric::ALL.map(of))
        .map(|name| name.parse().expect("only names of metrics are accepted"))
}

/// Returns the metrics in the order of [`Metric`], without duplicates.
pub fn distinct(metrics: &[Metric]) -> Vec<Metric> {
    metrics.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
}

/// An argument that names one endgame or a family of endgames.
#[derive(Clone, Debug)]
pub enum Endgames {
    /// One endgame, such as `KRKR`.
    One(NormalMaterial),
    /// A family, such as `KBP+K`.
    Family(Family),
}

impl Endgames {
    /// Returns the name of the endgame or of the family.
    pub fn name(&self) -> String {
        match self {
            Endgames::One(endgame) => endgame.to_string(),
            Endgames::Family(family) => family.to_string(),
        }
    }

    /// Checks that a single endgame can have a table.
    ///
    /// # Errors
    ///
    /// Fails for an endgame whose table cannot be made.
    pub fn check_solvable(&self) -> Result<()> {
        match self {
            Endgames::One(endgame) if !endgame.is_solvable() => {
                bail!("{}; --sample N asks about a sample of it", unsolvable(endgame.get()))
            }
            _ => Ok(()),
        }
    }
}

/// Parses the name of an endgame or of a family of endgames.
pub fn parse_endgames(text: &str) -> Result<Endgames, String> {
    if Family::is_meant(text) {
        return text.parse().map(Endgames::Family).map_err(|error| format!("{error}"));
    }
    parse_endgame(text).map(Endgames::One)
}

/// Parses the name of an endgame, which may have too many men for a table, or of a family of
/// endgames.
pub fn parse_sampled_endgames(text: &str) -> Result<Endgames, String> {
    match text.parse::<Material>() {
        Ok(material) if material.men() > SOLVABLE_MEN_MAX => {
            Ok(Endgames::One(material.normalise().0))
        }
        _ => parse_endgames(text),
    }
}

/// Returns the error for an endgame whose table cannot be made.
fn unsolvable(material: Material) -> String {
    format!("{material} has {} men: {MEN_OF_TABLES}", material.men())
}

/// Parses the size of a sample, such as 20000 or 1e6.
pub fn parse_sample(text: &str) -> Result<u64, String> {
    match text.parse::<f64>() {
        Ok(size) if (1.0..=1e12).contains(&size) && size.fract() == 0.0 => Ok(size as u64),
        _ => Err("write a number of positions, such as 1e6".into()),
    }
}

/// Parses a domain of positions, such as `not-in-check,quiet`.
pub fn parse_domain(text: &str) -> Result<Domain, String> {
    let domain: Domain = text.parse().map_err(|error| format!("{error}"))?;
    if domain.is_everything() {
        return Err("write conditions, such as not-in-check".into());
    }
    Ok(domain)
}

/// Parses an endgame name into the canonical material. Bare kings are refused: they have no table.
pub fn parse_endgame(text: &str) -> Result<NormalMaterial, String> {
    if let Ok(family) = text.parse::<Family>() {
        let member = family.endgames(SOLVABLE_MEN_MAX).map_err(|error| format!("{error}"))?[0];
        return Err(format!(
            "{family} is a family of endgames: name one of them, such as {member}"
        ));
    }
    let material: Material = text.parse().map_err(|error| format!("{error}"))?;
    match material.men() {
        2 => Err("bare kings are always a draw: they have no table".into()),
        _ => {
            let material = material.normalise().0;
            material.is_solvable().then_some(material).ok_or_else(|| unsolvable(material.get()))
        }
    }
}

/// Parses a size such as `8G`, `900M`, `4096K` or a number of bytes.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let bad = || format!("'{text}' is not a size: write a number and K, M or G, such as 8G");
    let upper = text.to_ascii_uppercase();
    let digits = upper.trim_end_matches(['B', 'I', 'K', 'M', 'G']);
    let unit: u64 = match upper[digits.len()..].trim_end_matches("IB").trim_end_matches('B') {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return Err(bad()),
    };
    let number: f64 = digits.trim().parse().map_err(|_| bad())?;
    let bytes = number * unit as f64;
    if !(1.0..1e18).contains(&bytes) {
        return Err(bad());
    }
    Ok(bytes as u64)
}

/// Parses a number of examples, bounded because memory for all of them is allocated at once.
pub fn parse_examples(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= 10_000 => Ok(number),
        _ => Err("write a number up to 10000".into()),
    }
}

/// Parses a share from 0 to 1.
pub fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("write a share from 0 to 1, such as 0.95".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_parse() {
        assert_eq!(parse_bytes("8G"), Ok(8 << 30));
        assert_eq!(parse_bytes("900m"), Ok(900 << 20));
        assert_eq!(parse_bytes("1.5GiB"), Ok(3 << 29));
        assert_eq!(parse_bytes("4096"), Ok(4096));
        for text in ["", "G", "8X", "-1G", "0", "nan", "inf", "1GM"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }
}
