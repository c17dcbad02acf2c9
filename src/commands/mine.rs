//! `mine`: learns a sound recognizer from a table, proves it and writes it as source code.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use drawproof_features::{
    Library, Men, learned::LearnedRule, packed::PackedTree, rule_file, tree::Tree,
};
use drawproof_miner::{
    Learning, Size, checksum,
    count::{Counted, count, demote_unsound},
    emit::{self, Language},
    learn, memory_needed,
    report::{self, Mined, Proof, Step},
    tree_rule::TreeRule,
    world::World,
};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{Options, verify};
use serde::Serialize;

use super::{grouped, mine_exact, mine_list, print_json, verify::save};
use crate::{
    cli::{Format, parse_endgame},
    progress::VerifyProgress,
    store::Store,
};

/// Arguments of `mine`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof mine KRKR                            the best recognizer within 2048 bytes
  drawproof mine KRKR --leaves 100 --leaves 300 --html curve.html
  drawproof mine KRKN --bytes 4096 --emit c --output krkn.c
  drawproof mine KRKB --spotted 0.95 --emit rust > krkb.rs
  drawproof mine KRKR --patterns 11              a list of patterns that people can read
  drawproof mine KRKN --exact                    every position answered right, in how many bytes

Exit status: 0 proved, 1 the proof failed, 2 an error.")]
pub struct MineArgs {
    /// The endgame, such as KRKR
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgame: NormalMaterial,
    /// Most leaves of the tree; may be given several times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=60_000))]
    pub leaves: Vec<u32>,
    /// Most bytes of its tables; may be given several times [default: 2048]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(64..=60_000))]
    pub bytes: Vec<u32>,
    /// Share of the draws to claim, 0 to 1, with as few leaves as that takes
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    pub spotted: Vec<f64>,
    /// A list of at most N patterns instead of a tree: drawn unless one matches; may be given
    /// several times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64),
        conflicts_with_all = ["leaves", "bytes", "spotted", "html", "svg"])]
    pub patterns: Vec<u8>,
    /// Win, draw or loss of every position: trees and their exceptions, packed, beside a packed
    /// bitbase; --output writes them
    #[arg(long, conflicts_with_all = ["leaves", "bytes", "spotted", "patterns", "html", "svg", "emit"])]
    pub exact: bool,
    /// Write the largest recognizer as source code
    #[arg(long, value_name = "LANGUAGE")]
    pub emit: Option<MineLanguage>,
    /// File of the source code [default: standard output; the report then goes to standard error]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Write a page with the curve as well: one file, no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the curve as a picture as well
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Languages of learned recognizers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MineLanguage {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// The tree or the list as data.
    Json,
    /// The tree as a file of about 3 KB for recognizers/src/learned.
    Rule,
}

impl MineLanguage {
    /// The language of a list of patterns, which has no rule file.
    pub(super) fn of_list(self) -> Result<Language> {
        self.source_language().context("--emit rule writes trees only; a list is source code")
    }

    /// The language of source code; `None` for a rule file.
    fn source_language(self) -> Option<Language> {
        match self {
            MineLanguage::C => Some(Language::C),
            MineLanguage::Cpp => Some(Language::Cpp),
            MineLanguage::Rust => Some(Language::Rust),
            MineLanguage::Json => Some(Language::Json),
            MineLanguage::Rule => None,
        }
    }
}

/// The exit status of a proof that failed.
const UNSOUND: u8 = 1;

/// Runs the command.
pub fn run(args: &MineArgs, store: &Store) -> Result<ExitCode> {
    if args.exact {
        return mine_exact::run(args, store);
    }
    if args.output.is_some() && args.emit.is_none() {
        bail!("--output needs --emit: say in which language the recognizer is to be written");
    }
    if !args.patterns.is_empty() {
        return mine_list::run(args, store);
    }
    let start = Instant::now();
    let table = store.table(args.endgame)?;
    let name = args.endgame.to_string();
    let world = World::new(&table);
    let library = Library::new(Men::of_endgame(&name).context("an endgame has a name")?);
    check_memory(&world, &library, store)?;
    let sizes = sizes(args);
    let note = |what: &str| store.progress().note(args.endgame, what);
    let learning = learn(&world, &library, &sizes, &note);
    let learning_seconds = start.elapsed().as_secs_f64();
    note("counting over all positions of");
    let mut steps = steps(&learning, &sizes, &world, &library);
    let Some((tree, counted, _)) = steps.pop() else {
        bail!("there is nothing to learn about {name}: its positions are all drawn or all decisive")
    };
    let mut curve: Vec<Step> = steps.iter().map(|(_, _, step)| step.clone()).collect();
    curve.push(step(&tree, &counted, 0));
    store.progress().finish();
    let rule = TreeRule::new(&format!("{name} learned"), &library, &tree);
    let progress = VerifyProgress::new(&name, store.quiet());
    let outcome = verify(&rule, args.endgame, store, &Options::default(), &progress)?;
    let proof = Proof::from(&outcome.verdict);
    let is_proved = proof.sound && proof.spotted == counted.spotted;
    let (draws, decisive) = (counted.draws, counted.decisive);
    let features = learning.offered;
    let mined =
        Mined { endgame: name.clone(), draws, decisive, features, learning_seconds, curve, proof };
    if let Some(path) = &args.html {
        save(path, |file| file.write_all(report::html(&mined).as_bytes()))?;
    }
    if let Some(path) = &args.svg {
        save(path, |file| file.write_all(report::svg(&mined).as_bytes()))?;
    }
    if !is_proved {
        eprint!("{}", report::text(&mined));
        eprintln!("drawproof: the proof failed; no source code was written");
        return Ok(ExitCode::from(UNSOUND));
    }
    let rule = LearnedRule {
        endgame: name,
        command: command(args),
        table_checksum: checksum(&table),
        draws,
        decisive,
        spotted: counted.spotted,
        tree,
        visits: counted.visits,
    };
    let source = args.emit.map(|language| match language.source_language() {
        Some(language) => emit::source(&rule, &library, language).into_bytes(),
        None => rule_file::write(&rule, &library),
    });
    let (source, output) = (source.as_deref(), args.output.as_deref());
    write_learned(source, output, args.format, &mined, &report::text(&mined))?;
    Ok(ExitCode::SUCCESS)
}

/// An error if learning takes more memory than is allowed.
pub(super) fn check_memory(world: &World, library: &Library, store: &Store) -> Result<()> {
    let (needed, allowed) = (memory_needed(world, library), store.memory_bytes());
    let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    if needed > allowed {
        bail!(
            "learning takes about {:.1} GiB of memory, as it learns from each of {} decisive \
             positions; {:.1} GiB are allowed (--memory)",
            gib(needed),
            grouped(world.count().1),
            gib(allowed)
        );
    }
    Ok(())
}

/// The sizes asked for.
fn sizes(args: &MineArgs) -> Vec<Size> {
    let leaves = args.leaves.iter().map(|&leaves| Size::Leaves(leaves as usize));
    let bytes = args.bytes.iter().map(|&bytes| Size::Bytes(bytes as usize));
    let spotted = args.spotted.iter().map(|&share| Size::Spotted(share));
    let sizes: Vec<Size> = leaves.chain(bytes).chain(spotted).collect();
    if sizes.is_empty() { vec![Size::Bytes(2048)] } else { sizes }
}

/// The trees of all sizes with what they claim, the smallest first.
fn steps(
    learning: &Learning,
    sizes: &[Size],
    world: &World,
    library: &Library,
) -> Vec<(Tree, Counted, Step)> {
    let mut trees: Vec<Tree> = learning.trees(sizes).into_iter().flatten().collect();
    trees.sort_by_key(Tree::leaves);
    trees.dedup();
    let mut steps = Vec::new();
    for mut tree in trees {
        let mut counted = count(world, library, &tree);
        let demoted = demote_unsound(&mut tree, &counted);
        if demoted > 0 {
            counted = count(world, library, &tree);
        }
        if !tree.branches.is_empty() {
            let step = step(&tree, &counted, demoted);
            steps.push((tree, counted, step));
        }
    }
    steps
}

fn step(tree: &Tree, counted: &Counted, demoted: usize) -> Step {
    let packed = PackedTree::new(tree);
    Step {
        leaves: tree.leaves(),
        bytes: packed.bytes(),
        features: packed.features.len(),
        spotted: counted.spotted,
        spotted_share: counted.share(),
        demoted,
    }
}

/// The command that makes the same source code again.
pub(super) fn command(args: &MineArgs) -> String {
    let mut text = format!("drawproof mine {}", args.endgame);
    for leaves in &args.leaves {
        text += &format!(" --leaves {leaves}");
    }
    for bytes in &args.bytes {
        text += &format!(" --bytes {bytes}");
    }
    for share in &args.spotted {
        text += &format!(" --spotted {share}");
    }
    for patterns in &args.patterns {
        text += &format!(" --patterns {patterns}");
    }
    if let Some(language) = args.emit {
        text += &format!(" --emit {}", language_name(language));
    }
    text
}

/// A language as it is written after `--emit`.
pub(super) fn language_name(language: MineLanguage) -> String {
    let value = language.to_possible_value().expect("every language can be asked for");
    value.get_name().into()
}

/// Writes the source code where it was asked for, and the report beside it.
pub(super) fn write_learned(
    source: Option<&[u8]>,
    output: Option<&Path>,
    format: Format,
    document: &impl Serialize,
    text: &str,
) -> Result<()> {
    if let Some(source) = source {
        let Some(path) = output else {
            eprint!("{text}");
            std::io::stdout().write_all(source)?;
            return Ok(());
        };
        save(path, |file| file.write_all(source))?;
    }
    match format {
        Format::Json => print_json(document),
        Format::Text => Ok(std::io::stdout().write_all(text.as_bytes())?),
    }
}

/// A share of something.
pub(super) fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("write a share from 0 to 1, such as 0.95".into()),
    }
}
