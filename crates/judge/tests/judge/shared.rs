//! The tables of the tests, and an engine whose answers are a function of the position.

use std::sync::{Arc, LazyLock};

use drawproof_board::{Board, fen};
use drawproof_generator::solve_closure;
use drawproof_judge::{
    answer::{Answer, Failure, Question, Score},
    measure::{Measurer, Settings},
    sample::{EndgameSample, Size},
};
use drawproof_tables::{NormalMaterial, PlainTable, TableSet, Value, mixing::mixed, probe};

pub fn material(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().unwrap()
}

/// The tables that the tests use, with all tables they depend on.
pub static TABLES: LazyLock<TableSet> = LazyLock::new(|| {
    solve_closure(&["KRK", "KPK", "KRKN", "KNNK", "KPKP"].map(material), &()).unwrap()
});

pub fn table(name: &str) -> Arc<PlainTable> {
    TABLES.get(material(name)).unwrap().clone()
}

pub fn sample(name: &str, size: Size, seed: u64) -> Arc<EndgameSample> {
    Arc::new(EndgameSample::draw(table(name), size, seed))
}

pub fn board(question: &Question) -> Board {
    fen::parse(&question.fen).unwrap()
}

/// Returns a reproducible number for a position and a purpose.
pub fn hashed(text: &str, purpose: u64) -> u64 {
    text.bytes().fold(mixed(purpose), |hash, byte| mixed(hash ^ u64::from(byte)))
}

/// The errors of a test engine. Each rate is one in so many answers, or 0 for never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engine {
    /// The rate of random scores in place of right ones.
    pub wrong_score: u64,
    /// The rate of random moves in place of best ones.
    pub random_move: u64,
    /// The rate of answers without a score.
    pub no_score: u64,
    /// The rate of crashes.
    pub dies: u64,
    /// A seed: engines with different seeds err in different positions.
    pub seed: u64,
}

impl Engine {
    pub fn answer(&self, question: &Question) -> Result<Answer, Failure> {
        let happens = |one_in: u64, purpose: u64| {
            one_in > 0 && hashed(&question.fen, self.seed ^ purpose << 32).is_multiple_of(one_in)
        };
        if happens(self.dies, 1) {
            return Err(Failure::Died("signal 11".into()));
        }
        let board = board(question);
        let moves = probe::moves(&board, &*TABLES).unwrap();
        if moves.is_empty() {
            return Ok(Answer {
                score: None,
                best: None,
                depth: None,
                nodes: None,
                by_depth: vec![],
            });
        }
        let random = hashed(&question.fen, self.seed ^ 7);
        let right = match question.truth.unwrap() {
            Value::Win(dtm) if dtm.plies() < 4 => Score::Mate(dtm.moves().into()),
            Value::Loss(dtm) if dtm.plies() < 4 => Score::Mate(-i32::from(dtm.moves())),
            Value::Win(_) => Score::Cp(100 + (random % 400) as i32),
            Value::Loss(_) => Score::Cp(-100 - (random % 400) as i32),
            Value::Draw => Score::Cp((random % 91) as i32 - 45),
        };
        let score = match happens(self.wrong_score, 2) {
            true => Score::Cp((random % 601) as i32 - 300),
            false => right,
        };
        let played = match happens(self.random_move, 3) {
            true => &moves[(random >> 32) as usize % moves.len()],
            false => &moves[0],
        };
        Ok(Answer {
            score: (!happens(self.no_score, 4)).then_some(score),
            best: Some(played.mv.to_string()),
            depth: Some(1),
            nodes: Some(1),
            by_depth: vec![],
        })
    }

    /// Returns a measurer with the engine's answers about a sample.
    pub fn measured(&self, sample: &Arc<EndgameSample>, settings: Settings) -> Measurer<'static> {
        let mut measurer = Measurer::new(sample.clone(), &*TABLES, settings);
        for number in 0..sample.len() {
            measurer.add(number, &self.answer(&sample.question(number))).unwrap();
        }
        measurer
    }
}
