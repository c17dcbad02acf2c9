//! Damages and forges every kind of file that drawproof reads, and looks for a crash, a panic, a
//! hang, a wrong value and large requests for memory.
//!
//!     tests/outside/damage --seconds 3600
//!     cargo run --release --example damage -- [--seconds N | --cases N] [--seed N] [--only WORD]
//!         [--foreign DIR] [--program FILE] [--threads N]
//!
//! *Damage* leaves the checksums as they are and must be noticed. *Forged* files have right
//! checksums: they are refused or read as something, and nothing worse. *Mutated* files are Syzygy's and
//! Gaviota's, whose checksums probes do not read. A failure is printed with
//! the numbers that repeat it (`--seed N --case N`) and makes the exit status 1.

mod damage;
mod foreign;
mod forged_syzygy;
mod memory;
mod program;
mod random;
mod rules;
mod runs;
mod tables;
mod texts;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use clap::Parser;
use drawproof_tables::{NormalMaterial, TableSet};

use self::{
    foreign::{Foreign, Maker},
    program::Program,
    random::Random,
    rules::Files,
    runs::Runs,
    tables::Tables,
};

/// The time limit of a case in seconds.
const CASE_SECONDS_MAX: u64 = 120;

/// The maximum number of bytes that a case may allocate at once.
const REQUEST_BYTES_MAX: usize = 1 << 29;

/// Damages and forges every kind of file that drawproof reads.
#[derive(Parser)]
struct Arguments {
    /// Seconds to run
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Run this many cases instead
    #[arg(long, conflicts_with = "seconds")]
    cases: Option<u64>,
    /// Only the kinds of cases whose name has this word, such as Syzygy
    #[arg(long)]
    only: Option<String>,
    /// Folder with Syzygy's tables in syzygy and Gaviota's in gaviota
    #[arg(long, default_value = "../shared/truth")]
    foreign: PathBuf,
    /// Seed of all cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The only case to run
    #[arg(long)]
    case: Option<u64>,
    /// The program [default: beside the folder of this one]
    #[arg(long)]
    program: Option<PathBuf>,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// The correct handling of a damaged or forged file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The file was refused.
    Refused,
    /// The file was read, because its bytes were those of an intact file.
    Accepted,
}

/// A function that runs a case from its random numbers. An error describes the failure.
type Case<'a> = dyn Fn(&mut Random) -> Result<Outcome, String> + Sync + 'a;

/// One kind of case.
struct Kind<'a> {
    name: &'static str,
    /// The weight by which cases of this kind are drawn, relative to the sum of all weights.
    share: usize,
    run: Box<Case<'a>>,
    /// The number of cases by outcome, `[refused, accepted]`.
    counts: [AtomicU64; 2],
    /// The total time of all cases.
    microseconds: AtomicU64,
    /// The maximum number of bytes that a case may allocate at once.
    request_bytes_max: usize,
}

impl<'a> Kind<'a> {
    fn new(
        name: &'static str,
        share: usize,
        run: impl Fn(&mut Random) -> Result<Outcome, String> + Sync + 'a,
    ) -> Kind<'a> {
        Kind {
            name,
            share,
            run: Box::new(run),
            counts: Default::default(),
            microseconds: AtomicU64::new(0),
            request_bytes_max: REQUEST_BYTES_MAX,
        }
    }

    /// Returns the same kind with a lower limit on the bytes that a case may allocate at once.
    fn within(self, request_bytes_max: usize) -> Kind<'a> {
        Kind { request_bytes_max, ..self }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let program = arguments.program.clone().unwrap_or_else(|| {
        let this = std::env::current_exe().expect("this program has a path");
        this.parent().and_then(|folder| folder.parent()).expect("a folder").join("drawproof")
    });
    let program = Program::new(&program);
    let solved = solved(&["KRK", "KQK", "KPK", "KRKN"]);
    let (small, large) = (["KRK", "KQK", "KBK"], ["KRKN", "KPK"]);
    let [small_of_one_side, large_of_one_side] =
        [&small[..], &large].map(|names| Tables::of_one_side(names, &solved));
    let [small, large] = [&small[..], &large].map(|names| Tables::of_both_sides(names, &solved));
    let (runs, learned, exact) = (
        Runs::new(program.small_runs(), solved.clone()),
        Files::of_rules(),
        Files::of_exact(&solved),
    );
    let [syzygy, gaviota] = [(Maker::Syzygy, "syzygy"), (Maker::Gaviota, "gaviota")]
        .map(|(maker, name)| Foreign::new(maker, &arguments.foreign.join(name)));
    let mut kinds = vec![
        Kind::new("tables, damaged", 300, |random| {
            if random.below(16) > 0 { small.damaged(random) } else { large.damaged(random) }
        }),
        Kind::new("tables, forged", 100, |random| small.forged(random)),
        Kind::new("one side, damaged", 300, |random| {
            let tables = if random.below(16) > 0 { &small_of_one_side } else { &large_of_one_side };
            tables.damaged(random)
        }),
        Kind::new("one side, forged", 100, |random| small_of_one_side.forged(random)),
        Kind::new("saved runs, damaged", 100, |random| runs.damaged(random)),
        Kind::new("saved runs, forged", 60, |random| runs.forged(random)),
        Kind::new("learned rules, damaged", 150, |random| learned.damaged(random)),
        Kind::new("learned rules, forged", 80, |random| learned.forged(random)),
        Kind::new("exact outcomes, damaged", 100, |random| exact.damaged(random)),
        Kind::new("exact outcomes, forged", 60, |random| exact.forged(random)),
        Kind::new("positions, damaged", 140, |random| texts::position(&solved, random)),
        Kind::new("files for the program", 10, |random| program.damaged(random)),
        Kind::new("Syzygy, forged", 60, |random| syzygy.forged(random))
            .within(foreign::REQUEST_BYTES_MAX),
    ];
    for (tables, name) in [(&syzygy, "Syzygy, mutated"), (&gaviota, "Gaviota, mutated")] {
        if tables.has_files() {
            let kind = Kind::new(name, 150, move |random| tables.mutated(random));
            kinds.push(kind.within(foreign::REQUEST_BYTES_MAX));
        } else {
            println!(
                "{name}: LEFT OUT, there are no such tables in {}",
                arguments.foreign.display()
            );
        }
    }
    if let Some(word) = &arguments.only {
        kinds.retain(|kind| kind.name.contains(&**word));
        assert!(!kinds.is_empty(), "--only {word}: no kind of cases is called that");
    }
    let failures = run(&kinds, &arguments);
    println!("{:26} {:>12} {:>12} {:>12} {:>9}", "", "cases", "refused", "accepted", "seconds");
    for kind in &kinds {
        let [refused, accepted] = kind.counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        let (name, cases) = (kind.name, refused + accepted);
        let seconds = kind.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        println!("{name:26} {cases:>12} {refused:>12} {accepted:>12} {seconds:>9.1}");
    }
    let most = memory::largest_request() >> 10;
    println!("{failures} failures; the largest request for memory: {most} KiB");
    if failures == 0 && memory::largest_request() <= REQUEST_BYTES_MAX {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs cases until the time is up. Returns the number of failures.
fn run(kinds: &[Kind], arguments: &Arguments) -> u64 {
    let shares: usize = kinds.iter().map(|kind| kind.share).sum();
    let (next, failures) = (AtomicU64::new(arguments.case.unwrap_or(0)), AtomicU64::new(0));
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    // When each thread began its case, and the case.
    let threads = if arguments.case.is_some() { 1 } else { arguments.threads.max(1) };
    let began: Vec<Mutex<Option<(Instant, u64)>>> =
        (0..threads).map(|_| Mutex::default()).collect();
    memory::watch();
    let work = |began: &Mutex<Option<(Instant, u64)>>| {
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            let is_over = match (arguments.case, arguments.cases) {
                (Some(_), _) => false,
                (None, Some(cases)) => case >= cases,
                (None, None) => Instant::now() >= end,
            };
            if is_over {
                break;
            }
            *began.lock().expect("no thread panics with it") = Some((Instant::now(), case));
            let mut random = Random::of_case(arguments.seed, case);
            let mut place = random.below(shares);
            let kind = kinds.iter().find(|kind| {
                let found = place < kind.share;
                place = place.saturating_sub(kind.share);
                found
            });
            let kind = kind.expect("the shares add up");
            let start = Instant::now();
            memory::begin_case();
            let result = catch_unwind(AssertUnwindSafe(|| (kind.run)(&mut random)));
            let request_bytes = memory::largest_of_case();
            let result = match result {
                Ok(Ok(_)) if request_bytes > kind.request_bytes_max => {
                    Ok(Err(format!("{request_bytes} bytes were asked for at once")))
                }
                other => other,
            };
            kind.microseconds.fetch_add(start.elapsed().as_micros() as u64, Ordering::Relaxed);
            match result.unwrap_or_else(|_| Err("a panic".into())) {
                Ok(outcome) => _ = kind.counts[outcome as usize].fetch_add(1, Ordering::Relaxed),
                Err(text) => {
                    failures.fetch_add(1, Ordering::Relaxed);
                    let seed = arguments.seed;
                    let only = arguments.only.iter().map(|word| format!("--only {word} "));
                    let only = only.collect::<String>();
                    println!("FAILED {} ({only}--seed {seed} --case {case}): {text}", kind.name);
                }
            }
            if arguments.case.is_some() {
                break;
            }
        }
        *began.lock().expect("no thread panics with it") = None;
    };
    thread::scope(|scope| {
        let workers: Vec<_> = began.iter().map(|began| scope.spawn(|| work(began))).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(50));
            for began in &began {
                let case = *began.lock().expect("no thread panics with it");
                if let Some((began, case)) = case
                    && began.elapsed().as_secs() > CASE_SECONDS_MAX
                {
                    println!("FAILED: --seed {} --case {case} hangs", arguments.seed);
                    std::process::exit(1);
                }
            }
        }
    });
    failures.into_inner()
}

/// Returns the tables of some endgames and all tables that they depend on.
fn solved(names: &[&str]) -> TableSet {
    let material = |name: &&str| name.parse::<NormalMaterial>().expect("an endgame name");
    let materials: Vec<_> = names.iter().map(material).collect();
    drawproof_generator::solve_closure(&materials, &()).expect("they can be solved")
}
