//! Failures inside the engine: it answers, reports the failure, and continues.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

use crate::talk::Talk;
use drawproof_board::{Board, BoardBuilder, Color, Piece, Square};
use drawproof_engine::{endgames::Endgames, knowledge::Knowledge};
use drawproof_generator::solve_closure;
use drawproof_recognizers::Claim;
use drawproof_session::three_men;
use drawproof_tables::{
    Dtm, NormalMaterial, Placement, Value,
    file::{FileBytes, Folder, Table, open_file, pack},
};

/// Endgame knowledge that panics at one point.
struct Failing {
    place: Place,
    failed: AtomicBool,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// The search thread with this name asks.
    Thread(&'static str),
    /// An iteration is reported.
    Report,
}

impl Failing {
    fn fail(&self) -> ! {
        self.failed.store(true, SeqCst);
        panic!("a fault\nfor the test");
    }
}

impl Endgames for Failing {
    fn most_men(&self) -> u32 {
        32
    }

    fn exact(&self, _: &Board) -> Option<Value<Dtm>> {
        if let Place::Thread(name) = self.place
            && thread::current().name() == Some(name)
        {
            self.fail();
        }
        None
    }

    fn claim(&self, _: &Board) -> Claim {
        Claim::NONE
    }

    fn faults(&self) -> Vec<String> {
        // Loading is not tested here.
        if self.place == Place::Report && thread::current().name() == Some("search 0") {
            self.fail();
        }
        Vec::new()
    }
}

/// Returns a conversation with a failing engine of `threads` threads, and its knowledge.
fn failing(place: Place, threads: usize) -> (Talk, Arc<Failing>) {
    let failing = Arc::new(Failing { place, failed: AtomicBool::new(false) });
    let endgames = failing.clone();
    let talk = Talk::with(move |_| Ok(endgames.clone()));
    talk.say(&format!("setoption name Threads value {threads}"));
    // Tables are asked only about positions without castling rights.
    talk.say("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    (talk, failing)
}

#[test]
fn a_search_that_panics_answers_and_the_engine_goes_on() {
    for place in [Place::Thread("search 0"), Place::Report] {
        for threads in [1, 3] {
            let (talk, _) = failing(place, threads);
            for go in ["go depth 6", "go movetime 3600000", "go depth 6 searchmoves h2h4"] {
                talk.say(go);
                let answer = talk.hear("bestmove");
                assert!(!answer.contains("none") && !answer.contains("0000"), "{go}: {answer}");
                assert_eq!(go.contains("h2h4"), answer.starts_with("bestmove h2h4"));
                let report = "info string internal error: the search goes on without a thread: \
                              a search thread failed: a fault for the test";
                assert!(talk.has_heard(report), "{go}: {:?}", talk.heard.borrow());
                talk.heard.borrow_mut().clear();
            }
            talk.say("go infinite");
            talk.say("isready");
            talk.hear("readyok");
            assert_eq!(talk.end().iter().filter(|line| line.starts_with("bestmove")).count(), 1);
        }
    }
}

#[test]
fn a_search_with_a_panicking_helper_goes_on_to_its_limit() {
    let (talk, failing) = failing(Place::Thread("search 1"), 2);
    talk.say("go infinite");
    while !failing.failed.load(SeqCst) {
        thread::sleep(Duration::from_millis(1));
    }
    talk.hear("info depth 5 ");
    talk.say("stop");
    assert!(!talk.hear("bestmove").contains("none"));
    assert!(talk.has_heard("internal error"));
    talk.end();
}

#[test]
fn quit_ends_an_engine_whose_search_panicked() {
    let (talk, failing) = failing(Place::Thread("search 0"), 1);
    talk.say("go infinite");
    while !failing.failed.load(SeqCst) {
        thread::sleep(Duration::from_millis(1));
    }
    talk.say("quit");
    talk.result().unwrap();
}

#[test]
fn a_loader_that_panics_keeps_the_tables_before() {
    let talk = Talk::with(|options| {
        assert!(options.tables_path.is_empty(), "no such folder");
        Ok(Arc::new(Knowledge::new(three_men())))
    });
    talk.say("setoption name TablesPath value folder");
    talk.hear("info string internal error: loading tables failed: no such folder");
    // The next reload does not try the folder again.
    talk.say("setoption name Recognizers value none");
    talk.say("position fen 8/8/8/8/8/6k1/4P3/2K5 w - - 0 1");
    talk.say("go depth 1");
    talk.hear("info depth 1 seldepth 1 score mate 23");
    assert!(!talk.end().iter().any(|line| line.contains("internal error")));
}

/// Writes the table of an endgame with its bytes changed by `change`. Returns the path of the file.
fn write_table(folder: &Path, endgame: &str, change: impl FnOnce(&mut Vec<u8>)) -> PathBuf {
    let material = endgame.parse::<NormalMaterial>().unwrap();
    let tables = solve_closure(&[material], &()).unwrap();
    let mut bytes = pack(tables.get(material).unwrap(), 1);
    change(&mut bytes);
    let path = Folder::new(folder).file(material);
    fs::write(&path, bytes).unwrap();
    path
}

/// Returns a conversation with an engine that loads the tables of a folder.
fn with_tables(folder: &Path) -> Talk {
    let talk = Talk::with(|options| {
        let folder = Folder::new(&options.tables_path);
        let knowledge =
            Knowledge::new(three_men()).with_folder(&folder).map_err(|error| error.to_string())?;
        Ok(Arc::new(knowledge))
    });
    talk.say(&format!("setoption name TablesPath value {}", folder.display()));
    talk
}

/// Returns a position of KQKR whose value cannot be read from `table`.
fn unreadable(table: &Table<FileBytes>) -> Option<Board> {
    for white_king in Square::ALL {
        for black_king in Square::ALL {
            for rook in Square::ALL {
                let mut builder = BoardBuilder::empty();
                *builder.square_mut(Square::F6) = Some((Piece::Queen, Color::White));
                *builder.square_mut(rook) = Some((Piece::Rook, Color::Black));
                *builder.square_mut(white_king) = Some((Piece::King, Color::White));
                *builder.square_mut(black_king) = Some((Piece::King, Color::Black));
                if let Ok(board) = builder.build()
                    && board.occupied().len() == 4
                    && table.probe(&Placement::from(&board)).is_err()
                {
                    return Some(board);
                }
            }
        }
    }
    None
}

#[test]
fn a_damaged_block_is_reported_once_and_the_search_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_table(folder.path(), "KQKR", |bytes| {
        let last_quarter = bytes.len() / 4 * 3;
        bytes[last_quarter..].iter_mut().step_by(64).for_each(|byte| *byte ^= 1);
    });
    let damaged = unreadable(&open_file(&path).unwrap()).expect("blocks are damaged");

    let talk = with_tables(folder.path());
    talk.say(&format!("position fen {damaged}"));
    for _ in 0..2 {
        talk.say("go depth 4");
        assert!(!talk.hear("bestmove").contains("none"));
        talk.say("ucinewgame");
    }
    let heard = talk.heard.borrow();
    let reports: Vec<_> = heard.iter().filter(|line| line.starts_with("info string")).collect();
    let [report] = reports[..] else { panic!("{heard:?}") };
    assert!(report.contains(&path.display().to_string()), "{report}");
    assert!(report.contains("is damaged"), "{report}");
}

#[test]
fn a_file_cut_short_is_reported_and_the_other_tables_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_table(folder.path(), "KQKR", |bytes| bytes.truncate(bytes.len() / 2));
    write_table(folder.path(), "KRKB", |_| {});
    let talk = with_tables(folder.path());
    let report = talk.hear("info string a table is not used: ");
    assert!(report.contains(&path.display().to_string()), "{report}");
    talk.say("position fen 8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1");
    talk.say("go depth 1");
    assert!(talk.hear("info depth 1").contains("score mate 29"));
}
