//! Measures what asking costs: positions a second and our CPU time for each.
//!
//! ```sh
//! cargo build --release -p drawproof-judge --examples
//! target/release/examples/ask_speed target/release/examples/trivial_engine 2 100000
//! ```
//!
//! Arguments: the command of the engine, processes, positions, the limit of each search (default
//! `nodes 1`), and options as `NAME=VALUE`; `keep-hash` keeps the hash from position to position.

use std::{
    env,
    error::Error,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Instant,
};

use cpu_time::ProcessTime;
use drawproof_board::{BoardBuilder, Color, Piece, Rank, Square, fen};
use drawproof_judge::{
    answer::Question,
    engine::{Engines, Launch},
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let of = |index: usize, default: &'static str| {
        arguments.get(index).map_or(default, String::as_str).to_owned()
    };
    let mut launch = Launch::new(&of(0, ""), of(3, "nodes 1").parse()?)?;
    for argument in arguments.iter().skip(4) {
        match argument.split_once('=') {
            Some((name, value)) => launch.options.push((name.into(), value.into())),
            None => launch.keep_hash = argument == "keep-hash",
        }
    }
    let (processes, positions): (usize, usize) = (of(1, "2").parse()?, of(2, "100000").parse()?);
    let questions = questions(positions);
    let engines = Engines::start(&launch, processes)?;
    let (scores, failures) = (AtomicU64::new(0), AtomicU64::new(0));
    let (start, cpu) = (Instant::now(), ProcessTime::now());
    let result = engines.ask(&questions, &AtomicBool::new(false), &|number, answer| match answer {
        Ok(answer) => {
            scores.fetch_add(answer.score.is_some().into(), Ordering::Relaxed);
        }
        Err(failure) => {
            if failures.fetch_add(1, Ordering::Relaxed) < 5 {
                println!("{}: {failure}", questions[number].fen);
            }
        }
    });
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    println!(
        "{}: {positions} positions, {} scores, {} failures, {} restarts",
        engines.name(),
        scores.into_inner(),
        failures.into_inner(),
        engines.restarts()
    );
    println!(
        "{:.0} positions/s, {:.1} us of our CPU time for each",
        positions as f64 / seconds,
        cpu / positions as f64 * 1e6
    );
    Ok(result?)
}

/// Returns `count` legal positions of KRPKR; few are repeated often.
fn questions(count: usize) -> Vec<Question> {
    let mut state: u64 = 1;
    let mut square = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Square::index((state >> 58) as usize)
    };
    let mut questions = Vec::new();
    while questions.len() < count {
        let mut builder = BoardBuilder::empty();
        let men = [
            (Piece::King, Color::White),
            (Piece::Rook, Color::White),
            (Piece::Pawn, Color::White),
            (Piece::King, Color::Black),
            (Piece::Rook, Color::Black),
        ];
        for man in men {
            let to = square();
            *builder.square_mut(to) = Some(man);
        }
        if square().rank() < Rank::Fifth {
            builder.side_to_move = Color::Black;
        }
        let Ok(board) = builder.build() else { continue };
        let fen = board.to_string();
        // The board builder accepts adjacent kings.
        if board.occupied().len() == men.len() as u32 && fen::parse(&fen).is_ok() {
            questions.push(Question { fen, truth: None, weight: 1.0 });
        }
    }
    questions
}
