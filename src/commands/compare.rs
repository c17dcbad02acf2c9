//! `compare`: tables of another maker against ours, position by position.

use std::{
    collections::BTreeMap,
    error::Error,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use drawproof_board::Board;
use drawproof_gaviota::Gaviota;
use drawproof_syzygy::Syzygy;
use drawproof_tables::{
    Dtm, Dtz, FiftyMoves, Metric, NormalMaterial, SOLVABLE_MEN_MAX, Value, Wdl,
    probe::{Values, probe_as},
};
use drawproof_verifier::{
    Sample,
    audit::{Agreement, Compared, compare},
};
use serde_json::json;

use crate::{
    arguments::{Format, parse_endgame, parse_sample},
    environment::Environment,
    output::{counted, grouped, print_error, print_json, stdout},
    process,
};

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof compare ~/syzygy               # all endgames that have files
  drawproof compare ~/gaviota KRKP KPKP
  drawproof compare ~/syzygy KRPKR --sample 1e6
  drawproof compare ~/syzygy --metric dtm  # results only, with drawproof's DTM

Syzygy files are compared by result within the fifty-move rule and by DTZ; with --metric dtm, by
result alone. If a file rounds DTZ to n plies, n and n + 1 count as equal. Gaviota files (*.gtb.cp4)
are compared by distance to mate. No table has castling rights or half-move clocks.

Exit status: 0 all equal, 1 a difference, 2 an error or a damaged file.")]
pub struct CompareArgs {
    /// Folder of Syzygy or Gaviota files
    ///
    /// Its subfolders are read too
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Endgames, such as KRKN [default: all that have files]
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgames: Vec<NormalMaterial>,
    /// Metric of drawproof's tables to compare with Syzygy
    #[arg(long, value_name = "dtz|dtm", default_value = "dtz", value_parser = parse_metric)]
    pub metric: Metric,
    /// Number of random positions of each endgame, or 'all'
    ///
    /// The default is all positions for up to four men, and 1000000 for more
    #[arg(long, value_name = "N|all", value_parser = parse_size)]
    pub sample: Option<Size>,
    /// Seed of the random positions
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub seed: u64,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// The number of positions of an endgame to compare.
#[derive(Clone, Copy, Debug)]
pub enum Size {
    /// All positions.
    All,
    /// This number of random positions.
    Random(u64),
}

fn parse_size(text: &str) -> Result<Size, String> {
    match text {
        "all" => Ok(Size::All),
        text => parse_sample(text).map(Size::Random),
    }
}

fn parse_metric(text: &str) -> Result<Metric, String> {
    match text.parse() {
        Ok(metric @ (Metric::Dtz | Metric::Dtm)) => Ok(metric),
        _ => Err("write dtz or dtm".into()),
    }
}

/// The maximum number of men of an endgame that is compared whole by default.
const WHOLE_MEN_MAX: usize = 4;

/// Random positions of larger endgames.
const SAMPLE: u64 = 1_000_000;

/// The tables of another maker.
enum Maker {
    Syzygy(Syzygy),
    Gaviota(Gaviota),
}

/// The answer of a table about a position: a word for the result, plies if they are known, whether
/// they are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    result: &'static str,
    plies: Option<i32>,
    is_rounded: bool,
}

/// The findings about one table.
struct Report {
    endgame: NormalMaterial,
    maker: &'static str,
    metric: Metric,
    sample: Option<Sample>,
    found: Result<Compared<[Said; 2]>>,
}

/// Runs `compare`: compares third-party tables with ours.
pub fn run(args: &CompareArgs, environment: &Environment) -> Result<ExitCode> {
    let makers = makers(&args.folder)?;
    let wanted = wanted(&makers, args, environment)?;
    let mut reports = Vec::new();
    for (endgame, makers) in wanted {
        for maker in makers {
            let report = Report::new(endgame, maker, args, environment);
            match &report.found {
                Ok(found) if args.format == Format::Text => report.write(found, &mut stdout())?,
                Ok(_) => {}
                Err(error) => {
                    let of = format!("{endgame} by {} was not compared", report.maker);
                    print_error(&format!("drawproof: {of}: {error:#}"));
                }
            }
            reports.push(report);
        }
    }
    environment.progress.finish();
    if args.format == Format::Json {
        print_json(&reports.iter().map(Report::json).collect::<Vec<_>>())?;
    }
    let differing = |it: &Report| it.found.as_ref().is_ok_and(|found| found.differing > 0);
    let failed = reports.iter().filter(|it| it.found.is_err()).count();
    if failed > 0 {
        bail!("{} not compared", counted(failed as u64, "table was", "tables were"));
    }
    Ok(process::verdict(!reports.iter().any(differing)))
}

/// Returns the makers of the files in a folder and in the folders in it.
fn makers(folder: &Path) -> Result<Vec<Maker>> {
    let mut folders = vec![folder.to_owned()];
    let listed = folder.read_dir();
    for entry in
        listed.with_context(|| format!("the folder '{}' cannot be read", folder.display()))?
    {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders[1..].sort();
    let folders = || folders.iter().map(PathBuf::as_path);
    let makers =
        vec![Maker::Syzygy(Syzygy::open(folders())?), Maker::Gaviota(Gaviota::open(folders())?)];
    if makers.iter().all(|it| it.tables().is_empty()) {
        bail!(
            "there are no Syzygy tables (*.rtbw, *.rtbz) and no Gaviota tables (*.gtb.cp4) in '{}'",
            folder.display()
        );
    }
    Ok(makers)
}

/// Returns the endgames to compare, with the makers who have a table, in the order of the number of
/// men.
fn wanted<'m>(
    makers: &'m [Maker],
    args: &CompareArgs,
    environment: &Environment,
) -> Result<Vec<(NormalMaterial, Vec<&'m Maker>)>> {
    let mut found: BTreeMap<(usize, String), (NormalMaterial, Vec<&Maker>)> = BTreeMap::new();
    let mut seven_men = 0;
    for maker in makers {
        for name in maker.tables() {
            let Ok(endgame) = name.parse::<NormalMaterial>() else {
                // Any other name is no endgame's.
                seven_men += u64::from(name.len() == 8 && name.starts_with('K'));
                continue;
            };
            let key = (endgame.get().men(), endgame.to_string());
            found.entry(key).or_insert((endgame, Vec::new())).1.push(maker);
        }
    }
    let found = found.into_values();
    if !args.endgames.is_empty() {
        let found: Vec<_> = found.filter(|(it, _)| args.endgames.contains(it)).collect();
        let missing = args.endgames.iter().find(|it| !found.iter().any(|(other, _)| other == *it));
        return match missing {
            Some(endgame) => bail!("there is no table of {endgame} in '{}'", args.folder.display()),
            None => Ok(found),
        };
    }
    let (ours, others): (Vec<_>, Vec<_>) =
        // Why ours cannot be opened is said where it is compared.
        found.partition(|(endgame, _)| environment.store.has_table(*endgame).unwrap_or(true));
    let others = others.len() as u64 + seven_men;
    if others > 0 && !environment.quiet {
        let of = format!("of more than {SOLVABLE_MEN_MAX} men");
        let tables = counted(others, &format!("table {of} is"), &format!("tables {of} are"));
        print_error(&format!("drawproof: {tables} not compared: there is no file of ours"));
    }
    if ours.is_empty() {
        bail!("there is nothing to compare in '{}'", args.folder.display());
    }
    Ok(ours)
}

impl Maker {
    fn name(&self) -> &'static str {
        match self {
            Maker::Syzygy(_) => "Syzygy",
            Maker::Gaviota(_) => "Gaviota",
        }
    }

    /// Returns the names of the tables.
    fn tables(&self) -> Vec<&str> {
        match self {
            Maker::Syzygy(tables) => tables.tables().collect(),
            Maker::Gaviota(tables) => tables.tables().collect(),
        }
    }

    /// Compares the files of an endgame with their checksums, if they have some.
    fn verify(&self, endgame: NormalMaterial) -> Result<()> {
        if let Maker::Syzygy(tables) = self
            && let Some(name) = tables.tables().find(|name| name.parse() == Ok(endgame))
        {
            tables.verify(name)?;
        }
        Ok(())
    }

    /// Returns whether both tables say the same of a position.
    fn agreement(
        &self,
        board: &Board,
        ours: &dyn Values,
    ) -> Result<Agreement<[Said; 2]>, Box<dyn Error + Send + Sync>> {
        let said = match self {
            Maker::Gaviota(tables) => {
                let values = [probe_as::<Dtm>(board, ours)?, probe_as(board, tables)?];
                values.map(|value| Said::new(value.category(), value.signed_plies()))
            }
            Maker::Syzygy(tables) if ours.metric() == Metric::Dtz => {
                let dtz: Value<Dtz> = probe_as(board, ours)?;
                let theirs = tables.value(board)?;
                let within = theirs.within.map_or(theirs.result.word(), FiftyMoves::category);
                let distance = theirs.distance.filter(|_| theirs.result != Wdl::Draw);
                let theirs = Said {
                    result: within,
                    plies: distance.map(|it| it.plies),
                    is_rounded: distance.is_some_and(|it| it.is_rounded),
                };
                [Said::new(FiftyMoves::new(dtz, 0).category(), dtz.signed_plies()), theirs]
            }
            Maker::Syzygy(tables) => {
                let ours: Value<Dtm> = probe_as(board, ours)?;
                let theirs = tables.value(board)?.result;
                [Said::new(ours.category(), ours.signed_plies()), Said::new(theirs.word(), None)]
            }
        };
        let [ours, theirs] = said;
        Ok(match (ours.plies, theirs.plies) {
            _ if ours.result != theirs.result => {
                Agreement::Differing { what: said, in_distance: false }
            }
            (ours, plies) if ours == plies => Agreement::Equal,
            (Some(_), None) => Agreement::Undistanced,
            (Some(ours), Some(plies))
                if theirs.is_rounded && ours.abs() == plies.abs() + 1 && ours * plies > 0 =>
            {
                Agreement::Rounded
            }
            _ => Agreement::Differing { what: said, in_distance: true },
        })
    }
}

impl Said {
    fn new(result: &'static str, plies: Option<i32>) -> Said {
        Said { result, plies, is_rounded: false }
    }

    fn text(self) -> String {
        let about = if self.is_rounded { "about " } else { "" };
        match self.plies {
            Some(plies) => {
                let plies = counted(plies.unsigned_abs().into(), "ply", "plies");
                format!("{} in {about}{plies}", self.result)
            }
            None => self.result.into(),
        }
    }

    fn json(self, metric: Metric) -> serde_json::Value {
        let mut found = json!({ "category": self.result, metric.name(): self.plies });
        if self.is_rounded {
            found["dtz_rounded"] = true.into();
        }
        found
    }
}

impl Report {
    fn new(
        endgame: NormalMaterial,
        maker: &Maker,
        args: &CompareArgs,
        environment: &Environment,
    ) -> Report {
        let metric = match maker {
            Maker::Syzygy(_) => args.metric,
            Maker::Gaviota(_) => Metric::Dtm,
        };
        let size = args.sample.unwrap_or(match endgame.get().men() {
            ..=WHOLE_MEN_MAX => Size::All,
            _ => Size::Random(SAMPLE),
        });
        let sample = match size {
            Size::All => None,
            Size::Random(size) => Some(Sample { size, seed: args.seed }),
        };
        let store = environment.store_of(metric);
        let compared = |values: &(dyn Values + Sync)| {
            let agreement = |board: &Board| maker.agreement(board, values);
            compare(endgame, sample, &agreement, &store.progress()).map_err(|error| anyhow!(error))
        };
        let found = if let Err(error) = maker.verify(endgame) {
            Err(error)
        } else if endgame.get().men() <= SOLVABLE_MEN_MAX {
            store.with_conversions(endgame).map_err(Into::into).and_then(|it| compared(&it))
        } else {
            let found = store.large_file(endgame).and_then(|_| store.conversions_of(endgame));
            found.map_err(Into::into).and_then(|_conversions| compared(&*store))
        };
        Report { endgame, maker: maker.name(), metric, sample, found }
    }

    fn write(&self, found: &Compared<[Said; 2]>, out: &mut impl Write) -> Result<()> {
        let (endgame, maker) = (self.endgame, self.maker);
        let positions = counted(found.positions, "position", "positions");
        write!(out, "{endgame}: {maker}: {positions}")?;
        if found.en_passant > 0 {
            write!(out, " and {} with a right to take en passant", grouped(found.en_passant))?;
        }
        if let Some(Sample { seed, .. }) = self.sample {
            write!(out, " (random, seed {seed}; --sample all compares all)")?;
        }
        let (compared, distances) = match (maker, self.metric) {
            ("Syzygy", Metric::Dtz) if found.undistanced == 0 => ("results and DTZ", "DTZ"),
            ("Syzygy", _) => ("results", "DTZ"),
            _ => ("distances to mate", "distances to mate"),
        };
        let by_distance = found.differing_distances;
        match found.differing - by_distance {
            0 if by_distance == 0 => write!(out, ": {compared} equal")?,
            0 => write!(out, ": {} DIFFER in {distances}", grouped(by_distance))?,
            by_result => write!(out, ": {} DIFFER in results", grouped(by_result))?,
        }
        if by_distance > 0 && by_distance < found.differing {
            write!(out, ", {} in {distances} alone", grouped(by_distance))?;
        }
        if found.rounded > 0 {
            let rounded = counted(found.rounded, "distance", "distances");
            write!(out, ", {rounded} rounded by Syzygy")?;
        }
        if found.undistanced > 0 && self.metric == Metric::Dtz {
            let positions = counted(found.undistanced, "position", "positions");
            write!(out, "; no file *.rtbz has the distance of {positions}")?;
        }
        writeln!(out)?;
        if let Some((fen, [ours, theirs])) = &found.first {
            writeln!(out, "  {fen}: ours {}, {maker} {}", ours.text(), theirs.text())?;
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let Report { endgame, maker, metric, sample, found } = self;
        let mut report = json!({
            "endgame": endgame.to_string(), "maker": maker.to_lowercase(), "metric": metric.name(),
            "whole": sample.is_none(), "seed": sample.map(|it| it.seed),
        });
        let further = match found {
            Ok(it) => {
                json!({
                    "compared": it.positions, "en_passant": it.en_passant, "rounded": it.rounded,
                    "undistanced": it.undistanced,
                    "differing": it.differing, "differing_distances": it.differing_distances,
                    "first": it.first.as_ref().map(|(fen, [ours, theirs])| json!({
                        "fen": fen, "ours": ours.json(*metric), "theirs": theirs.json(*metric),
                    })),
                })
            }
            Err(error) => json!({ "error": format!("{error:#}") }),
        };
        for (key, value) in further.as_object().into_iter().flatten() {
            report[key] = value.clone();
        }
        report
    }
}
