//! Compares warm probes through the C function with those through the Rust method, in alternating
//! rounds of one run.
//!
//!     cargo run --release -p drawproof-capi --example c_speed -- [ENDGAME]
//!
//! Prints the median time of each kind of probe of a file, in nanoseconds, and the ratio of the
//! two.

#![allow(unsafe_code)]

use std::{
    error::Error,
    ffi::{CString, c_int, c_uint},
    hint::black_box,
    mem::MaybeUninit,
    ptr::null_mut,
    time::Instant,
};

use drawproof_board::Color;
use drawproof_capi::{
    Answer, ErrorText, Handle, OK, drawproof_close, drawproof_open, drawproof_probe,
};
use drawproof_generator::solve_closure;
use drawproof_recognizers::Position as CPosition;
use drawproof_tablebase::{Position, Tablebase};
use drawproof_tables::{
    NormalMaterial, Placement,
    file::{Folder, LEVEL_DEFAULT, pack},
};

/// The type of `drawproof_probe`.
type Probe = unsafe extern "C" fn(
    *const Handle,
    *const CPosition,
    c_uint,
    *mut Answer,
    *mut ErrorText,
) -> c_int;

/// The number of probes per reading of the clock, because reading the clock takes longer than a
/// probe.
const BATCH: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let endgame = std::env::args().nth(1).unwrap_or_else(|| "KRKB".to_owned());
    let material = endgame.parse::<NormalMaterial>()?;
    let scratch = tempfile::tempdir()?;
    let tables = solve_closure(&[material], &())?;
    let table = tables.get(material).ok_or("the endgame was solved")?;
    let folder = Folder::new(scratch.path());
    folder.write(&folder.lock(material)?, material, &pack(table, LEVEL_DEFAULT))?;

    let layout = table.layout();
    let legal = (0..2 * layout.count()).step_by(23).filter_map(|number| {
        let (side, index) = (Color::ALL[number % 2], number / 2);
        let placement = Placement::new(layout, &layout.squares(index), side);
        table.is_legal(side, index).then(|| c_position(&placement))
    });
    let positions: Vec<CPosition> = legal.take(200 * BATCH).collect();
    let for_rust: Vec<Position> = positions
        .iter()
        .map(|position| Position::new(position.colour, position.kind, position.side_to_move == 0))
        .collect();

    let rust = Tablebase::open(scratch.path())?;
    let path = CString::new(scratch.path().to_str().ok_or("the scratch folder is UTF-8")?)?;
    let mut c = null_mut();
    // SAFETY: the path ends with a zero byte, and `c` is memory for one pointer.
    if unsafe { drawproof_open(path.as_ptr(), &raw mut c, null_mut()) } != OK {
        return Err("the folder cannot be opened".into());
    }
    // Called through its address, as a program in another language calls it.
    let probe: Probe = black_box(drawproof_probe);
    let (mut times_of_rust, mut times_of_c) = (Vec::new(), Vec::new());
    for round in 0..8 {
        for (batch, batch_for_rust) in positions.chunks(BATCH).zip(for_rust.chunks(BATCH)) {
            let started = Instant::now();
            for position in batch_for_rust {
                black_box(rust.probe(black_box(position))?);
            }
            let by_rust = started.elapsed();
            let started = Instant::now();
            for position in batch {
                let mut answer = MaybeUninit::<Answer>::uninit();
                // SAFETY: the tablebase is open; the other pointers are to values of this function.
                let code =
                    unsafe { probe(c, black_box(position), 0, answer.as_mut_ptr(), null_mut()) };
                black_box((code, &answer));
            }
            // The first rounds fill the caches.
            if round > 2 {
                let nanoseconds = |time: std::time::Duration| time.as_nanos() as f64;
                times_of_rust.push(nanoseconds(by_rust) / batch.len() as f64);
                times_of_c.push(nanoseconds(started.elapsed()) / batch.len() as f64);
            }
        }
    }
    // SAFETY: the tablebase is open, and nobody uses it any more.
    unsafe { drawproof_close(c) };
    let (rust, c) = (median(times_of_rust), median(times_of_c));
    println!("{material}: Rust {rust:.1} ns, C {c:.1} ns, ratio {:.2}", c / rust);
    Ok(())
}

fn c_position(placement: &Placement) -> CPosition {
    CPosition {
        colour: Color::ALL.map(|color| placement.colour(color).0),
        kind: std::array::from_fn(|kind| placement.men[0][kind].0 | placement.men[1][kind].0),
        side_to_move: placement.side_to_move as u8,
        en_passant: 64,
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
