//! `export`: a table in another form, for programs that do not read table files.
//!
//! As source code, with a probe function that needs nothing else, for engines that embed small tables
//! (`bundle`), or their results as decision trees (`exact`). Every language gets the same arrays and the
//! same few functions. Or as a file of columns, a row a position, for data frames and databases.

mod bundle;
mod can_mate;
mod code;
#[cfg(feature = "columns")]
pub mod columnar;
mod exact;
mod fathom;

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::Args;
use drawproof_tables::{MEN_MIN, Metric, NormalMaterial, census::Counting};

use self::{
    bundle::table_source,
    code::{Answers, Content, Form, Language, Source},
};
use crate::{
    arguments::{counting, metric, parse_endgame},
    environment::Environment,
    output::{print_error, stdout, write_file},
};

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof export KPK --as wdl --emit c > kpk_wdl.h
  drawproof export KRKN --as dtm --emit rust > krkn.rs
  drawproof export --bundle KPK,KRK,KQK,KBBK,KBNK --emit c > endgames.h
  drawproof export --men 4 --as wdl --exact --emit c > outcomes.h
  drawproof export --as can-mate --emit c > can_mate.h
  drawproof export --as fathom --output tbprobe.c
  drawproof export KRPKR --emit parquet --output krpkr.parquet
  drawproof export KRKN --emit arrow --metric dtm,dtz --output krkn.arrow")]
pub struct ExportArgs {
    /// The endgame, such as KPK; several with --exact
    ///
    /// Source code can hold endgames of at most four men
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame,
        required_unless_present_any = ["bundle", "men", "content"])]
    pub endgames: Vec<NormalMaterial>,
    /// Several endgames in one file of source code
    ///
    /// The endgames have at most four men. One function probes all of them, and another finds the
    /// best move
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_endgame)]
    #[arg(conflicts_with = "endgames")]
    pub bundle: Vec<NormalMaterial>,
    /// Results as decision trees that are always right
    ///
    /// This is the smallest form of the results: one file of source code for the endgames and for
    /// those reached by captures and promotions
    #[arg(long)]
    pub exact: bool,
    /// With --exact or --as fathom, all endgames of three to N men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4),
        conflicts_with_all = ["endgames", "bundle"])]
    pub men: Option<u8>,
    /// Prefix of the C names [default: endgames]
    ///
    /// Applies to --bundle, --exact and --as can-mate. The default for --as can-mate is drawproof
    #[arg(long, value_name = "NAME")]
    pub prefix: Option<String>,
    /// Values in the source code [default: dtm]
    #[arg(long = "as", value_name = "VALUES")]
    pub content: Option<Answers>,
    /// Language of the source code, or format of the file
    #[arg(long, value_name = "FORM", default_value = "c")]
    pub emit: Form,
    /// Distances in a Parquet or Arrow file [default: dtm]
    ///
    /// Each metric is one column, with the metric's name
    #[arg(long, value_name = "METRIC", value_delimiter = ',', value_parser = metric())]
    pub metric: Vec<Metric>,
    /// Positions in a Parquet or Arrow file [default: unique]
    #[arg(long, value_name = "HOW", value_parser = counting())]
    pub counting: Option<Counting>,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Runs `export`: writes tables as source code or as files of columns.
pub fn run(args: &ExportArgs, environment: &Environment) -> Result<ExitCode> {
    let is_single = !args.exact && args.bundle.is_empty();
    if args.prefix.is_some() && is_single && args.content != Some(Answers::CanMate) {
        bail!(
            "--prefix is for --bundle, --exact and --as can-mate: the names of a single table are those \
             of its endgame"
        );
    }
    if args.output.is_none() && io::stdout().is_terminal() {
        bail!("standard output is a terminal: name a file with --output, or redirect with > FILE");
    }
    match args.emit.language() {
        Some(language) => export_source(args, language, environment)?,
        None => export_file(args, environment)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn export_source(args: &ExportArgs, language: Language, environment: &Environment) -> Result<()> {
    if !args.metric.is_empty() || args.counting.is_some() {
        bail!("--metric and --counting are for files of columns: source code has --as");
    }
    if args.content == Some(Answers::Fathom) {
        return export_fathom(args, language, environment);
    }
    if args.men.is_some() && !args.exact {
        bail!("--men is for --exact and --as fathom");
    }
    let content = match args.content {
        Some(Answers::CanMate | Answers::Fathom) => None,
        Some(Answers::Wdl) => Some(Content::Wdl),
        Some(Answers::Dtm) | None => Some(Content::Dtm),
    };
    let names_any = !args.endgames.is_empty() || !args.bundle.is_empty() || args.men.is_some();
    let prefix = args.prefix.as_deref();
    let Some(content) = content else {
        if names_any || args.exact {
            bail!("--as can-mate is about every endgame: name none");
        }
        let text = can_mate::source(language, prefix.unwrap_or("drawproof"))?;
        return write_source(Source { text, report: String::new() }, args, environment);
    };
    if !names_any {
        bail!("name an endgame, such as KPK");
    }
    let prefix = prefix.unwrap_or("endgames");
    let source = if args.exact {
        if args.content == Some(Answers::Dtm) {
            bail!("--exact is about win, draw or loss: write --as wdl");
        }
        exact::source(&exact_endgames(args), language, prefix, environment)?
    } else if !args.bundle.is_empty() {
        bundle::source(&args.bundle, content, language, prefix, environment)?
    } else {
        let text = table_source(one_endgame(args)?, content, language, environment)?;
        Source { text, report: String::new() }
    };
    write_source(source, args, environment)
}

/// Writes Fathom's functions, and their header beside the file.
fn export_fathom(args: &ExportArgs, language: Language, environment: &Environment) -> Result<()> {
    let names_any = !args.endgames.is_empty() || !args.bundle.is_empty();
    if names_any || args.exact || args.prefix.is_some() {
        bail!("--as fathom is about all endgames of up to --men men: name none, and no --prefix");
    }
    let source = fathom::source(args.men.unwrap_or(4).into(), language, environment)?;
    write_source(source, args, environment)?;
    args.output.as_ref().map_or(Ok(()), |path| fathom::write_header(path, environment))
}

fn write_source(source: Source, args: &ExportArgs, environment: &Environment) -> Result<()> {
    if !source.report.is_empty() && !environment.quiet {
        print_error(&source.report);
    }
    let source = source.text;
    match &args.output {
        Some(path) => write_file(path, |file| file.write_all(source.as_bytes())),
        None => Ok(stdout().write_all(source.as_bytes())?),
    }
}

/// Returns the endgames whose exact outcomes are written.
fn exact_endgames(args: &ExportArgs) -> Vec<NormalMaterial> {
    let all = (MEN_MIN..=args.men.unwrap_or(0).into()).flat_map(NormalMaterial::all_with_men);
    args.endgames.iter().chain(&args.bundle).copied().chain(all).collect()
}

/// Returns the only endgame.
fn one_endgame(args: &ExportArgs) -> Result<NormalMaterial> {
    match args.endgames[..] {
        [endgame] => Ok(endgame),
        _ => bail!("name one endgame; several are for --bundle or --exact"),
    }
}

fn export_file(args: &ExportArgs, environment: &Environment) -> Result<()> {
    if !args.bundle.is_empty() || args.exact {
        bail!("--bundle and --exact are for source code: write --emit c or --emit rust");
    }
    let endgame = one_endgame(args)?;
    if args.content.is_some() {
        bail!("--as is for source code: files of columns have --metric");
    }
    let mut metrics = args.metric.clone();
    metrics.sort_unstable();
    metrics.dedup();
    if metrics.is_empty() {
        metrics.push(Metric::Dtm);
    }
    let counting = args.counting.unwrap_or(Counting::Unique);
    write_columns(args, endgame, counting, &metrics, environment)
}

/// Writes a file of columns, a row a position.
#[cfg(feature = "columns")]
fn write_columns(
    args: &ExportArgs,
    endgame: NormalMaterial,
    counting: Counting,
    metrics: &[Metric],
    environment: &Environment,
) -> Result<()> {
    let table = |&metric: &Metric| environment.store_of(metric).table(endgame);
    let tables = metrics.iter().map(table).collect::<Result<Vec<_>, _>>()?;
    environment.progress.finish();
    let write =
        |out: &mut dyn Write| columnar::write(endgame, counting, metrics, args.emit, tables, out);
    match &args.output {
        Some(path) => write_file(path, |out| {
            let failed = |error: anyhow::Error| {
                error.downcast::<io::Error>().unwrap_or_else(io::Error::other)
            };
            write(out).map_err(failed)
        }),
        None => {
            let mut out = io::BufWriter::new(stdout());
            write(&mut out)?;
            Ok(out.flush()?)
        }
    }
}

/// Says how to get a program that writes files of columns.
#[cfg(not(feature = "columns"))]
fn write_columns(
    _: &ExportArgs,
    _: NormalMaterial,
    _: Counting,
    _: &[Metric],
    _: &Environment,
) -> Result<()> {
    bail!(WITHOUT_COLUMNS)
}

/// The error of a program that was built without files of columns.
#[cfg(not(feature = "columns"))]
pub const WITHOUT_COLUMNS: &str = "this program was built without files of columns: take one of a package, or build it with 'cargo build \
     --release --features columns'";
