//! Tables and verdicts that several tests use: computed once for all.

use std::{
    collections::HashMap,
    error::Error,
    sync::{LazyLock, Mutex, OnceLock},
};

use drawproof_board::Board;
use drawproof_generator::{Options as SolveOptions, solve_closure, solve_closure_with};
use drawproof_recognizers::{Position, for_endgame};
use drawproof_tables::{Dtm, Metric, NormalMaterial, TableSet, probe::probe_as};
use drawproof_verifier::{
    Asker, Builtin, Counting, Options, Subject, TrueValue, Truths, Verdict, Verification,
};
use rayon::ThreadPool;

pub fn material(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().unwrap()
}

/// The endgames of three and four men.
pub fn small_endgames() -> Vec<NormalMaterial> {
    [3, 4].into_iter().flat_map(NormalMaterial::all_with_men).collect()
}

/// The tables of all endgames of three and four men.
pub static TABLES: LazyLock<TableSet> =
    LazyLock::new(|| solve_closure(&small_endgames(), &()).expect("four men can be solved"));

/// Their helpmates.
pub static HELPMATES: LazyLock<TableSet> = LazyLock::new(|| {
    let options = SolveOptions { metric: Metric::Helpmate, ..SolveOptions::default() };
    solve_closure_with(&options, &small_endgames(), &()).expect("four men can be solved")
});

/// The verdict on a rule about an endgame of three or four men.
pub fn verified(subject: &dyn Subject, endgame: &str, counting: Counting) -> Verdict {
    let options = Options { counting, ..Options::default() };
    Verification::new(material(endgame), &*TABLES, &options)
        .run(Asker::Function(subject))
        .unwrap()
        .verdict
}

/// More threads than one, on any machine.
static POOL: LazyLock<ThreadPool> =
    LazyLock::new(|| rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap());

/// The verdict on the built-in rule for an endgame, by three threads; every test gets the same one.
pub fn builtin(endgame: &str, counting: Counting) -> &'static Verdict {
    type Verdicts = HashMap<(String, String), &'static OnceLock<Verdict>>;
    static VERDICTS: LazyLock<Mutex<Verdicts>> = LazyLock::new(Mutex::default);
    let key = (endgame.to_owned(), counting.to_string());
    let verdict = *VERDICTS.lock().unwrap().entry(key).or_insert_with(|| Box::leak(Box::default()));
    verdict.get_or_init(|| {
        let rule = Builtin(for_endgame(endgame).expect("the endgame has a rule"));
        POOL.install(|| verified(&rule, endgame, counting))
    })
}

/// A number into which a set is mixed.
#[inline]
pub fn stirred(number: u64, set: u64) -> u64 {
    (number ^ set).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

/// A number that looks random. Tests whose rules ask for it millions of times take most of their time here, so
/// that it is a plain loop.
pub fn mixed(position: &Position) -> u64 {
    let mut number = u64::from(position.side_to_move);
    for set in position.colour {
        number = stirred(number, set);
    }
    for set in position.kind {
        number = stirred(number, set);
    }
    number ^ number >> 31
}

/// What is true of single positions, by [`TABLES`].
pub struct OfTables;

impl Truths for OfTables {
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn Error + Send + Sync>> {
        let value = probe_as::<Dtm>(board, &*TABLES)?;
        Ok(TrueValue::of_result(value.wdl(), value.distance().map(Dtm::plies)))
    }

    fn source(&self) -> &'static str {
        "drawproof"
    }

    fn has_distances(&self) -> bool {
        true
    }
}
