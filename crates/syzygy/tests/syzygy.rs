//! Syzygy's tables against drawproof's own, where Syzygy's are beside the checkout, and damaged files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use drawproof_board::{Board, Color, Square};
use drawproof_generator::{Options, solve_closure_with};
use drawproof_recognizers::{Claim, Position};
use drawproof_syzygy::{Syzygy, SyzygyError};
use drawproof_tables::{
    Dtm, Dtz, FiftyMoves, Layout, Metric, NormalMaterial, TableSet,
    probe::{probe_as, with_en_passant_rights},
};
use drawproof_verifier::{
    Asker, Options as VerifyOptions, Predicate, Sample, TrueValue, Truths, Verification,
};

/// The folder of Syzygy's tables of up to four men, if it is there.
fn folder() -> Option<PathBuf> {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = checkout.join("../shared/truth/syzygy");
    if !folder.is_dir() {
        eprintln!("NOT COMPARED: there are no Syzygy tables in {}", folder.display());
        return None;
    }
    Some(folder)
}

fn tables(metric: Metric, endgames: &[NormalMaterial]) -> TableSet {
    let options = Options { metric, ..Options::default() };
    solve_closure_with(&options, endgames, &()).unwrap()
}

/// Every `step`-th position of an endgame, and those that differ from one by an en-passant right.
fn positions(endgame: NormalMaterial, step: usize, mut visit: impl FnMut(&Board)) -> u64 {
    let layout = Layout::new(endgame);
    let mut visited = 0;
    for index in (0..layout.count()).step_by(step) {
        for side in Color::ALL {
            let squares = layout.squares(index);
            let men = layout.men().iter().zip(squares.iter()).map(|(man, &square)| (*man, square));
            let Some(board) =
                board_of(men.map(|(man, square)| (man.color, man.piece, square)), side)
            else {
                continue;
            };
            visit(&board);
            visited += 1;
            for board in with_en_passant_rights(&board) {
                visit(&board);
                visited += 1;
            }
        }
    }
    visited
}

fn board_of(
    men: impl Iterator<Item = (Color, drawproof_board::Piece, Square)>,
    side: Color,
) -> Option<Board> {
    let mut builder = drawproof_board::BoardBuilder::empty();
    for (color, piece, square) in men {
        let place = builder.square_mut(square);
        if place.is_some() {
            return None;
        }
        *place = Some((piece, color));
    }
    builder.side_to_move = side;
    let board = builder.build().ok()?;
    let kings = [Color::White, Color::Black].map(|color| board.king(color));
    (!drawproof_board::get_king_moves(kings[0]).has(kings[1])).then_some(board)
}

#[test]
fn results_are_those_of_our_tables() {
    let Some(folder) = folder() else { return };
    let syzygy = Syzygy::open([folder.as_path()]).unwrap();
    assert_eq!(syzygy.files(), 70);
    let endgames: Vec<_> = (3..=4).flat_map(NormalMaterial::all_with_men).collect();
    let ours = tables(Metric::Dtm, &endgames);
    let (mut all, mut rights) = (0, 0);
    for &endgame in &endgames {
        let step = if endgame.get().men() == 3 { 1 } else { 499 };
        all += positions(endgame, step, |board| {
            let result = syzygy.result(board).unwrap();
            let plies = probe_as::<Dtm>(board, &ours).unwrap().signed_plies();
            let expected = plies.map_or((false, false), |plies| (plies > 0, plies <= 0));
            assert_eq!((result.wins(), result.loses()), expected, "{board}");
            rights += u64::from(board.en_passant().is_some());
        });
    }
    assert!(all > 400_000 && rights > 20, "{all} {rights}");
}

/// What samples are judged by: our tables, or Syzygy's.
struct Judge<'a>(Option<&'a Syzygy>, &'a TableSet);

impl Truths for Judge<'_> {
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn std::error::Error + Send + Sync>> {
        let result = match self.0 {
            None => probe_as::<Dtm>(board, self.1)?.wdl(),
            Some(syzygy) => syzygy.result(board)?.wdl(),
        };
        Ok(TrueValue::of_result(result, None))
    }

    fn source(&self) -> &'static str {
        "either"
    }

    fn has_distances(&self) -> bool {
        false
    }
}

#[test]
fn a_sample_has_one_verdict_by_either_tables() {
    let Some(folder) = folder() else { return };
    let syzygy = Syzygy::open([folder.as_path()]).unwrap();
    let endgames = ["KPKP", "KRKP", "KBPK"].map(|name| name.parse().unwrap());
    let ours = tables(Metric::Dtm, &endgames);
    let rule = Predicate::new("near the corner", &[], |position: &Position| {
        let corner = position.kind[5] & 0x8100_0000_0000_0081 != 0;
        (if corner { Claim::NO_WIN } else { Claim::DRAW }, 0)
    });
    for endgame in endgames {
        let options =
            VerifyOptions { domain: "not-mate-in-1".parse().unwrap(), ..Default::default() };
        let verification = Verification::new(endgame, &ours, &options);
        let verdict = |judge: Judge| {
            let sample = Sample { size: 20_000, seed: 3 };
            let verdict =
                verification.sample(Asker::Function(&rule), sample, &judge).unwrap().verdict;
            assert!(
                verdict.counterexamples.iter().all(|it| it.dtm.is_none() && it.line.uci.is_empty())
            );
            let fens: Vec<_> = verdict.counterexamples.iter().map(|it| it.fen.clone()).collect();
            (verdict.sides, verdict.en_passant, verdict.wrong_by_branch, verdict.sampled, fens)
        };
        let [own, theirs] = [verdict(Judge(None, &ours)), verdict(Judge(Some(&syzygy), &ours))];
        assert_eq!(own, theirs, "{endgame}");
        assert!(own.0[0].incorrect > 0 && own.0[0].not_asked > 0, "{endgame}");
    }
}

#[test]
fn distances_are_those_of_our_tables_or_rounded() {
    let Some(folder) = folder() else { return };
    let syzygy = Syzygy::open([folder.as_path()]).unwrap();
    let endgames = ["KPK", "KRK", "KBNK", "KRKN", "KQKP", "KPKP", "KRPK"];
    let endgames = endgames.map(|name| name.parse::<NormalMaterial>().unwrap());
    let ours = tables(Metric::Dtz, &endgames);
    let (mut exact, mut rounded) = (0u64, 0u64);
    for endgame in endgames {
        positions(endgame, 997, |board| {
            let found = syzygy.distance(board).unwrap();
            let plies = probe_as::<Dtz>(board, &ours).unwrap().signed_plies().unwrap_or(0);
            let is_mated = syzygy.result(board).unwrap() == FiftyMoves::Loss && found.plies == 0;
            let differs = found.plies.abs_diff(plies);
            assert!(differs <= u32::from(found.is_rounded), "{board}: {found:?}, {plies}");
            assert!(plies.signum() == found.plies.signum() || is_mated, "{board}: {found:?}");
            *if found.is_rounded { &mut rounded } else { &mut exact } += 1;
        });
    }
    assert!(exact > 10_000 && rounded > 0, "{exact} {rounded}");
}

#[test]
fn results_at_half_move_clocks_are_those_of_our_tables_or_open_by_one_ply() {
    let Some(folder) = folder() else { return };
    let syzygy = Syzygy::open([folder.as_path()]).unwrap();
    let endgames = ["KPK", "KRK", "KBNK", "KBBK", "KRKN", "KQKR", "KQKP", "KPKP", "KRPK"];
    let endgames = endgames.map(|name| name.parse::<NormalMaterial>().unwrap());
    let ours = tables(Metric::Dtz, &endgames);
    let (mut asked, mut open, mut too_late) = (0u64, 0u64, 0u64);
    for endgame in endgames {
        positions(endgame, 1499, |board| {
            let dtz = probe_as::<Dtz>(board, &ours).unwrap();
            // The clocks at which the result turns, and others.
            let turn = dtz.signed_plies().map_or(0, |plies| 100 - plies.unsigned_abs().min(100));
            for clock in [0, 1, turn.saturating_sub(1), turn, turn + 1, turn + 2, 99, 100] {
                let clock = clock.min(100) as u8;
                let board = with_clock(board, clock);
                let (found, expected) =
                    (syzygy.value(&board).unwrap(), FiftyMoves::new(dtz, clock.into()));
                assert_eq!(found.result, dtz.wdl(), "{board}");
                match found.within {
                    Some(within) => assert_eq!(within, expected, "{board}: {found:?}"),
                    None => {
                        let distance = found.distance.unwrap();
                        assert!(distance.is_rounded, "{board}: {found:?}");
                        assert_eq!(distance.plies.unsigned_abs() + u32::from(clock), 100);
                        open += 1;
                    }
                }
                asked += 1;
                too_late +=
                    u64::from(matches!(expected, FiftyMoves::CursedWin | FiftyMoves::BlessedLoss));
            }
        });
    }
    assert!(asked > 100_000 && too_late > 1000, "{asked} {open} {too_late}");
}

fn with_clock(board: &Board, clock: u8) -> Board {
    let mut builder = drawproof_board::BoardBuilder::from_board(board);
    builder.halfmove_clock = clock;
    builder.build().unwrap()
}

#[test]
fn missing_cut_and_changed_files_are_errors_that_name_them() {
    let board: Board = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1".parse().unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let nowhere = scratch.path().join("nowhere");
    let error = Syzygy::open([nowhere.as_path()]).unwrap_err();
    assert!(matches!(&error, SyzygyError::Folder { .. }) && error.to_string().contains("nowhere"));
    let empty = Syzygy::open([scratch.path()]).unwrap();
    let error = empty.result(&board).unwrap_err().to_string();
    assert!(error.contains("no Syzygy file KRvKB.rtbw in "), "{error}");
    let castling: Board = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
    assert!(matches!(empty.result(&castling), Err(SyzygyError::Position(_))));

    let Some(folder) = folder() else { return };
    for (name, board) in [
        ("KRvKB.rtbw", board),
        ("KPvKP.rtbw", "8/8/4k3/p7/8/8/P3K3/8 b - - 0 1".parse().unwrap()),
        ("KBNvK.rtbz", "8/8/4k3/8/8/8/4K3/6BN w - - 0 1".parse().unwrap()),
        ("KBBvK.rtbw", "8/8/4k3/8/8/8/4K3/5B1B w - - 0 1".parse().unwrap()),
    ] {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, scratch.path().join(path.file_name().unwrap())).unwrap();
        }
        let whole = fs::read(folder.join(name)).unwrap();
        let changed = |bytes: &[u8]| {
            fs::write(scratch.path().join(name), bytes).unwrap();
            let syzygy = Syzygy::open([scratch.path()]).unwrap();
            syzygy.distance(&board).map(|it| it.plies).map_err(|error| error.to_string())
        };
        let right = changed(&whole).unwrap();
        for length in (0..whole.len()).step_by(whole.len() / 50 + 1) {
            let error = changed(&whole[..length]).unwrap_err();
            assert!(error.contains(name) && error.contains("damaged"), "{length}: {error}");
        }
        // A byte of the header or of what follows it is another one: an error or a number, and an end.
        let mut errors = 0;
        for place in (0..400).chain((400..whole.len()).step_by(whole.len() / 200 + 1)) {
            let mut bytes = whole.clone();
            bytes[place] ^= 0xff;
            match changed(&bytes) {
                Ok(_) => {}
                Err(error) => {
                    assert!(error.contains(name), "{place}: {error}");
                    errors += 1;
                }
            }
        }
        assert!(errors > 20, "{name}: {errors}");
        // Men in another order, like men apart among them.
        let men = 6..10;
        for (a, b) in men.clone().flat_map(|a| men.clone().map(move |b| (a, b))) {
            let mut bytes = whole.clone();
            bytes.swap(a, b);
            let _ends = changed(&bytes);
        }
        assert_eq!(changed(&whole), Ok(right));
    }
}

#[test]
fn only_files_with_names_of_tables_count() {
    let scratch = tempfile::tempdir().unwrap();
    for name in [".rtbw", "v.rtbw", "KvKvK.rtbz", "KRvK", "krvk.rtbw", "KRRRRRRvK.rtbw", "RvK.rtbw"]
    {
        fs::write(scratch.path().join(name), [0; 80]).unwrap();
    }
    let none = Syzygy::open([scratch.path()]).unwrap();
    assert_eq!((none.files(), none.most_men(), none.tables().count()), (0, 0, 0));
    for name in ["KRPvKR.rtbw", "KRPvKR.rtbz", "KRRRRRvK.rtbz"] {
        fs::write(scratch.path().join(name), [0; 80]).unwrap();
    }
    let some = Syzygy::open([scratch.path()]).unwrap();
    assert_eq!((some.files(), some.most_men()), (3, 7));
    assert_eq!(some.tables().collect::<Vec<_>>(), ["KRPvKR"]);
}

#[test]
fn folders_that_can_be_read_serve_beside_others() {
    let scratch = tempfile::tempdir().unwrap();
    fs::write(scratch.path().join("KRvK.rtbw"), [0; 80]).unwrap();
    let nowhere = scratch.path().join("nowhere");
    let (tables, errors) = Syzygy::open_readable([nowhere.as_path(), scratch.path()]);
    assert_eq!((tables.files(), errors.len()), (1, 1));
    assert!(errors[0].to_string().contains("nowhere"), "{}", errors[0]);
    assert!(Syzygy::open([nowhere.as_path(), scratch.path()]).is_err());
}

/// A file in which all positions with pawns on a2 to h7 on either side are drawn: `order` and `codes` are those
/// of each of the four files of the leading pawn.
fn pawn_against_pawn(order: [u8; 2], codes: [u8; 4]) -> Vec<u8> {
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 0x42];
    for _ in 0..4 {
        bytes.extend(order);
        bytes.extend(codes);
    }
    bytes.resize(30, 0);
    bytes.extend([0x80, 2].repeat(4));
    bytes.resize(80, 0);
    bytes
}

#[test]
fn headers_whose_parts_contradict_each_other_are_damaged() {
    let scratch = tempfile::tempdir().unwrap();
    let board: Board = "8/8/4k3/p7/8/8/P3K3/8 b - - 0 1".parse().unwrap();
    let result = |bytes: &[u8]| {
        fs::write(scratch.path().join("KPvKP.rtbw"), bytes).unwrap();
        let syzygy = Syzygy::open([scratch.path()]).unwrap();
        syzygy.result(&board).map_err(|error| error.to_string())
    };
    let codes = [0x11, 0x99, 0x66, 0xee];
    let sound = pawn_against_pawn([0x33, 0x22], codes);
    assert_eq!(result(&sound), Ok(FiftyMoves::Draw));
    // Two groups with one factor; a place beyond the last group.
    for order in [[0x33, 0x33], [0x00, 0x00], [0x44, 0x22], [0x33, 0xff]] {
        let error = result(&pawn_against_pawn(order, codes)).unwrap_err();
        assert!(error.contains("KPvKP.rtbw' is damaged: its order"), "{order:?}: {error}");
    }
    for codes in [[0x11, 0x66, 0x99, 0xee], [0x66, 0x11, 0x99, 0xee], [0x11, 0x11, 0x66, 0xee]] {
        assert!(result(&pawn_against_pawn([0x33, 0x22], codes)).unwrap_err().contains("damaged"));
    }
    // More bytes than the parts have.
    assert!(result(&[&sound[..], &[0; 64]].concat()).unwrap_err().contains("its length"));
}

#[test]
fn checksums_are_those_of_the_files() {
    let Some(folder) = folder() else { return };
    let syzygy = Syzygy::open([folder.as_path()]).unwrap();
    for table in syzygy.tables() {
        syzygy.verify(table).unwrap();
    }
    let scratch = tempfile::tempdir().unwrap();
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        let mut bytes = fs::read(folder.join(name)).unwrap();
        let last = bytes.len() - 60;
        bytes[last] ^= 1;
        fs::write(scratch.path().join(name), bytes).unwrap();
        let error = Syzygy::open([scratch.path()]).unwrap().verify("KRvK").unwrap_err();
        assert!(error.to_string().contains("its checksum is wrong"), "{error}");
        fs::copy(folder.join(name), scratch.path().join(name)).unwrap();
    }
    Syzygy::open([scratch.path()]).unwrap().verify("KRvK").unwrap();
}
