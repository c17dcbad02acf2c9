//! `certify`: tables and the claims of a rule in a plain form, for a checker that shares no code with this
//! program.

use std::{fs, io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Args;
use drawproof_report::{Format, TextStyle};
use drawproof_tables::{Metric, NormalMaterial, census::Counting};
use drawproof_verifier::{
    Options, Run, TruthKind,
    certificate::{write_claims, write_table},
};

use super::generate::order;
use crate::{
    arguments::parse_endgame,
    environment::Environment,
    output::{counted, stdout, write_file},
    process,
    rule::{
        arguments::{RuleArgs, RuleChoice},
        claims::with_claims,
        selection::verify_whole,
        verifications::Verifications,
    },
};

/// Arguments of `certify`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof certify KRKR --out krkr   # KRKR and the endgames it leads to
  drawproof certify KRKB --plugin ./rule.so --out krkb
  drawproof certify KPKP --built-in --out kpkp

verifier/checker/README.md describes the files. To build and run the checker:
  cc -O2 -o check verifier/checker/check.c -lzstd -ldl -lpthread
  ./check krkr")]
pub struct CertifyArgs {
    /// Such as KRKR; the endgames after its captures and promotions are certified too
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required = true)]
    pub endgames: Vec<NormalMaterial>,
    /// The rule whose claims and verdict are certified.
    #[command(flatten)]
    pub rule: RuleChoice,
    /// Certify the claims of the built-in rule
    #[arg(long, conflicts_with_all = ["learned", "plugin", "program"])]
    pub built_in: bool,
    /// The folder of the certificate
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Runs `certify`. If the rule makes a wrong claim, the certificate says so, and the exit status is
/// 1.
pub fn run(args: &CertifyArgs, environment: &Environment) -> Result<ExitCode> {
    let endgames = &args.endgames;
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    process::explain_interrupt(|| {
        "the certificate is incomplete; the same command makes it".into()
    });
    let has_rule = args.built_in || args.rule.learned || args.rule.is_users();
    let verdicts = if has_rule { Some(verdicts(args, environment)?) } else { None };
    let tables = order(None, endgames);
    let progress = &*environment.progress;
    for &endgame in &tables {
        let table = environment.store_of(Metric::Dtm).table(endgame)?;
        let path = args.out.join(format!("{endgame}.cert"));
        write_file(&path, |file| write_table(&table, progress, file))?;
        if has_rule && endgames.contains(&endgame) {
            let path = args.out.join(format!("{endgame}.claims"));
            with_claims(endgame, &args.rule, |ask| {
                write_file(&path, |file| write_claims(&table, ask, progress, file))
            })?;
        }
    }
    environment.progress.finish();
    let (folder, count) = (args.out.display(), counted(tables.len() as u64, "table", "tables"));
    let claims = if has_rule { ", claims and verdict.json" } else { "" };
    writeln!(stdout(), "{folder}: {count}{claims}; verifier/checker/check.c checks them")?;
    Ok(process::verdict(verdicts.is_none_or(|run| run.passes())))
}

/// Verifies the rule, and writes the verdicts.
fn verdicts(args: &CertifyArgs, environment: &Environment) -> Result<Run> {
    let rule = RuleArgs {
        choice: args.rule.clone(),
        workers: None,
        domain: None,
        truth: TruthKind::Result,
    };
    // Each position of the board once, as the checker counts.
    let options = Options { counting: Counting::Distinct, ..Options::default() };
    let outcomes = verify_whole(&Verifications::new(&args.endgames, &options), &rule, environment)?;
    let verdicts = outcomes.into_iter().map(|it| it.verdict).collect();
    let run = Run::new(options.counting, verdicts);
    let json = Format::Json.run(&run, TextStyle::default());
    write_file(&args.out.join("verdict.json"), |file| file.write_all(json.as_bytes()))?;
    Ok(run)
}
