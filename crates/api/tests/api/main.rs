//! Tests documents of known positions, and compares the order of moves with its definition.

use drawproof_api::{
    Category, FindKind, GameDocument, GameError, MoveDocument, SyzygyBrief, SyzygySource, Tables,
    Wanted, brief, find, mainline, read_fen, read_game, rules, standard, stats_document,
    write_game,
};
use drawproof_board::{Board, Color, Piece, Square, notation::display_uci_move};
use drawproof_generator::{Options, solve_closure_with};
use drawproof_tables::{
    DRAW_LINE_PLIES, Layout, Metric, NormalMaterial, Placement, TableSet, Value,
    census::{Counting, mutual_zugzwangs},
    draw_line,
    probe::{ProbeError, insufficient_material, probe, successors},
};

fn solved(names: &[&str], metric: Metric) -> TableSet {
    let materials: Vec<NormalMaterial> =
        names.iter().map(|name| name.parse::<NormalMaterial>().unwrap()).collect();
    let options = Options { metric, ..Options::default() };
    solve_closure_with(&options, &materials, &()).unwrap()
}

#[test]
fn known_positions_have_the_answers_of_lichess() {
    let names = ["KPK", "KRKB"];
    let (dtm, dtz) = (solved(&names, Metric::Dtm), solved(&names, Metric::Dtz));
    let tables = Tables { dtm: Some(&dtm), dtz: Some(&dtz), ..Tables::default() };
    for (fen, category, [dtm, dtz], best) in [
        ("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1", Category::Win, [Some(45), Some(13)], "c1c2"),
        ("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1", Category::Win, [Some(57), Some(35)], "d1e1"),
        ("8/8/8/8/8/2R5/8/3K1bk1_w_-_-_90", Category::CursedWin, [Some(57), Some(35)], "d1e1"),
        ("8/8/8/8/8/8/3r4/k1K5 w", Category::Draw, [Some(0), Some(0)], "c1d2"),
        ("8/8/8/8/8/8/5Q2/5K1k b - - 7 9", Category::Draw, [Some(0), Some(0)], ""),
        ("8/8/8/8/8/5K2/6Q1/7k b - - 7 9", Category::Loss, [None, Some(-1)], ""),
        ("8/8/8/8/8/5K2/6Q1/7k b - - 100 9", Category::Loss, [None, Some(-1)], ""),
        ("8/8/8/8/8/5K2/5Q2/7k w - - 99 9", Category::Win, [Some(1), Some(1)], "f2g2"),
        ("8/8/8/8/8/5K2/5Q2/7k w - - 100 9", Category::CursedWin, [Some(1), Some(1)], "f2g2"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Category::Win, [None, None], "h1h7"),
    ] {
        let answer = standard(&read_fen(fen).unwrap(), &tables).unwrap();
        let position = answer.position;
        assert_eq!(
            (position.category, [position.dtm, position.dtz]),
            (category, [dtm, dtz]),
            "{fen}"
        );
        assert_eq!(position.dtz, position.precise_dtz);
        assert_eq!(answer.moves.first().map_or("", |mv| &mv.uci), best, "{fen}");
    }
    let castling = read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(brief(&castling, &tables).unwrap().category, Category::Win);
}

/// A source of Syzygy tables with one rounded distance for the positions before and after a move.
struct Rounded {
    /// The winning side.
    winner: Color,
    /// The category of the position before the move.
    before: Category,
}

impl SyzygySource for Rounded {
    fn value(&self, board: &Board) -> Result<Option<SyzygyBrief>, ProbeError> {
        let is_before = board.side_to_move() == Color::Black;
        let category = match (is_before, board.side_to_move() == self.winner) {
            (true, _) => self.before,
            (false, true) => Category::SyzygyWin,
            (false, false) => Category::SyzygyLoss,
        };
        Ok(Some(SyzygyBrief { category, dtz: None, is_rounded: true }))
    }
}

#[test]
fn a_known_result_decides_what_rounding_leaves_open_after_the_best_moves() {
    use Category::{BlessedLoss, CursedWin, Loss, SyzygyLoss, SyzygyWin, Win};
    // The win takes 17 or 18 plies, and 17 of the 100 are left: the table cannot decide.
    let board = read_fen("8/8/8/1K3k2/4b3/3r4/N7/8 b - - 83 1").unwrap();
    for (winner, before, after) in [
        (Color::Black, SyzygyWin, SyzygyLoss),
        (Color::Black, Win, Loss),
        (Color::Black, CursedWin, BlessedLoss),
        (Color::White, SyzygyLoss, SyzygyWin),
        (Color::White, Loss, Win),
        (Color::White, BlessedLoss, CursedWin),
    ] {
        let syzygy = Rounded { winner, before };
        let answer = standard(&board, &Tables { syzygy: Some(&syzygy), ..Tables::default() });
        let answer = answer.unwrap();
        assert_eq!(answer.position.category, before);
        assert!(answer.moves.iter().all(|it| it.position.category == after), "{before:?}");
    }
    assert_eq!(serde_json::to_string(&SyzygyLoss).unwrap(), "\"syzygy-loss\"");
}

/// Returns whether the first move is better, by one criterion after the other.
fn is_before(a: &MoveDocument, b: &MoveDocument) -> Option<bool> {
    let (p, q) = (&a.position, &b.position);
    if p.category != q.category {
        return Some(p.category < q.category);
    }
    let flags = [
        (p.checkmate, q.checkmate),
        (p.stalemate, q.stalemate),
        (p.insufficient_material, q.insufficient_material),
    ];
    for (of_a, of_b) in flags {
        if of_a != of_b {
            return Some(of_a);
        }
    }
    if p.dtm != q.dtm {
        let [m, n] = [p.dtm, q.dtm].map(Option::unwrap);
        // Nearer mates of the opponent come first, then later wins of the opponent.
        return Some(m.abs() < n.abs() && m < 0 || m.abs() > n.abs() && m > 0);
    }
    let wanted = matches!(
        p.category,
        Category::Loss | Category::BlessedLoss | Category::Draw | Category::Unknown
    );
    if a.kinds.conversion != b.kinds.conversion {
        return Some(a.kinds.conversion == wanted);
    }
    if a.kinds.zeroing != b.kinds.zeroing {
        return Some(a.kinds.zeroing == wanted);
    }
    (p.dtz != q.dtz).then(|| p.dtz > q.dtz)
}

#[test]
fn moves_are_in_the_order_of_its_definition() {
    let names = ["KPKP", "KQKR"];
    let (dtm, dtz) = (solved(&names, Metric::Dtm), solved(&names, Metric::Dtz));
    let tables = Tables { dtm: Some(&dtm), dtz: Some(&dtz), ..Tables::default() };
    let mut compared = 0;
    for table in dtm.iter() {
        let layout = table.layout();
        for index in (0..layout.count()).step_by(layout.count() / 40 + 1) {
            let side = if index % 2 == 0 { Color::White } else { Color::Black };
            let placement = Placement::new(layout, &layout.squares(index), side);
            let Some(board) = placement.to_board() else { continue };
            let answer = standard(&board, &tables).unwrap();
            for (place, a) in answer.moves.iter().enumerate() {
                for b in &answer.moves[place + 1..] {
                    assert_ne!(is_before(a, b), Some(false), "{board}: {} {}", a.uci, b.uci);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000);
}

#[test]
fn a_mainline_ends_in_mate_or_in_the_draw_by_the_rule() {
    let names = ["KPK", "KRKB"];
    let (dtm, dtz) = (solved(&names, Metric::Dtm), solved(&names, Metric::Dtz));
    let tables = Tables { dtm: Some(&dtm), dtz: Some(&dtz), ..Tables::default() };
    let line = |fen: &str| mainline(&read_fen(fen).unwrap(), &tables).unwrap();
    let answer = line("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1");
    assert_eq!((answer.winner, answer.dtz), (Some('w'), 13));
    let last = answer.mainline.last().unwrap();
    assert_eq!((last.dtz, last.dtm, last.san.ends_with('#')), (-1, None, true));
    let answer = line("8/8/8/8/8/2R5/8/3K1bk1 w - - 90 1");
    assert_eq!((answer.winner, answer.mainline.len()), (None, 10));
    let answer = line("8/8/8/8/8/8/3r4/k1K5 w");
    assert_eq!((answer.winner, answer.mainline.len(), answer.dtz), (None, 0, 0));
    let seven = read_fen("4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1").unwrap();
    assert!(mainline(&seven, &tables).is_err());
}

/// Returns the moves after which the position is still drawn, according to the tables.
fn drawing(board: &Board, dtz: &TableSet) -> Vec<(String, Board)> {
    let after = successors(board).filter(|(_, after)| probe(after, dtz).unwrap() == Value::Draw);
    after.map(|(mv, after)| (display_uci_move(board, mv).to_string(), after)).collect()
}

#[test]
fn a_line_of_a_draw_keeps_it_and_gives_up_nothing_that_can_be_kept() {
    let dtz = solved(&["KPK", "KRKB", "KRKN", "KPKP"], Metric::Dtz);
    let tables = Tables { dtz: Some(&dtz), ..Tables::default() };
    let men = |board: &Board| board.occupied().len();
    let mut ended = [0; 3];
    for (fen, kept) in [
        // In the first position, White once gave its rook away.
        ("8/2R5/8/8/3K3k/8/8/4n3 b - - 1 1", 4),
        ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", 3),
        ("8/8/8/8/2b5/4k3/R7/4K3 b - - 0 1", 3),
        ("7k/8/8/8/8/5K2/4R3/b7 w - - 0 1", 4),
        ("8/8/8/1p6/8/1P6/8/k1K5 w - - 0 1", 3),
        ("8/8/2k5/1p6/1P6/2K5/8/8 w - - 0 1", 4),
        ("8/8/8/8/8/8/3r4/k1K5 w - - 0 1", 2),
    ] {
        let mut board = read_fen(fen).unwrap();
        assert_eq!(probe(&board, &dtz).unwrap(), Value::Draw, "{fen}");
        let line = mainline(&board, &tables).unwrap().draw_line;
        let (mut seen, mut has_ended) = (vec![Placement::from(&board)], false);
        for step in &line {
            assert!(!has_ended, "{fen}: {line:?}");
            let mut moves = drawing(&board, &dtz).into_iter();
            board = moves.find(|(uci, _)| *uci == step.uci).expect("it keeps the draw").1;
            let placement = Placement::from(&board);
            has_ended = seen.contains(&placement) || drawing(&board, &dtz).is_empty();
            seen.push(placement);
        }
        assert_eq!(men(&board), kept, "{fen}: {line:?}");
        let ends = [insufficient_material(&board), has_ended, line.len() == DRAW_LINE_PLIES];
        assert!(ends.contains(&true), "{fen}: {line:?}");
        ends.into_iter().zip(&mut ended).for_each(|(end, count)| *count += u32::from(end));
    }
    assert!(ended.iter().sum::<u32>() >= 5, "{ended:?}");
    let won = read_fen("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1").unwrap();
    assert_eq!(mainline(&won, &tables).unwrap().draw_line, []);
}

#[test]
fn a_rook_is_given_up_only_where_each_drawing_move_gives_it_up() {
    let dtz = solved(&["KRKN"], Metric::Dtz);
    let can_be_taken = |after: &Board| drawing(after, &dtz).iter().any(|(_, it)| !has_rook(it));
    let layout = Layout::new("KRKN".parse().unwrap());
    let (mut asked, mut squares) = (0, [0; 4]);
    for place in (0..1_u32 << 24).step_by(400_009) {
        (0..4).for_each(|man| squares[man] = place >> (6 * man) & 63);
        let squares = squares.map(|it| Square::index(it as usize));
        let placement = Placement::new(&layout, &squares, Color::White);
        let Ok(start) = placement.to_fen().parse::<Board>() else { continue };
        if !probe(&start, &dtz).is_ok_and(|it| it == Value::Draw) {
            continue;
        }
        asked += 1;
        let mut board = start.clone();
        for mv in draw_line(&start, &dtz, None).unwrap() {
            let before = board.clone();
            board.play_unchecked(mv);
            if before.side_to_move() == Color::White && can_be_taken(&board) {
                let moves = drawing(&before, &dtz);
                assert!(moves.iter().all(|(_, it)| can_be_taken(it)), "{start}: {mv} in {before}");
            }
        }
    }
    assert!(asked > 10, "{asked} lines");
}

fn has_rook(board: &Board) -> bool {
    !board.pieces(Piece::Rook).is_empty()
}

#[test]
fn a_position_says_who_can_mate_if_it_is_asked() {
    let helpmates = solved(&["KPK", "KBKN"], Metric::Helpmate);
    let tables = Tables { helpmates: Some(&helpmates), ..Tables::default() };
    let answer = |fen: &str, tables: &Tables| standard(&read_fen(fen).unwrap(), tables).unwrap();
    let only_white = answer("k7/P7/K7/8/8/8/8/8 w - - 0 1", &tables);
    let both = only_white.can_mate.unwrap();
    assert_eq!((both.white, both.black, only_white.dead), (Some(5), None, Some(false)));
    let white = only_white.helpmates.unwrap().white.unwrap();
    assert_eq!((&*white.length, white.solutions, &*white.san[4]), ("h#2.5", 1, "a8=Q#"));
    assert_eq!(answer("8/8/8/8/8/1k6/8/1K6 b", &tables).dead, Some(true));
    for (fen, tables) in [
        ("k7/P7/K7/8/8/8/8/8 w", Tables::default()),
        ("k7/P7/K7/8/8/8/8/7R w", tables),
        ("4k3/8/8/8/8/8/8/4K2R w K", tables),
    ] {
        let answer = answer(fen, &tables);
        assert_eq!((answer.can_mate, answer.dead, answer.helpmates), (None, None, None), "{fen}");
    }
}

#[test]
fn fens_are_read_as_lichess_reads_them() {
    for (text, fen) in [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3_b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K3  b _-_ - 5", "4k3/8/8/8/8/8/8/4K3 b - - 5 1"),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 3 7", "4k3/8/8/8/8/8/8/4K2R w K - 3 7"),
        ("4k3/8/8/8/8/8/8/4K2R w HAha - 3 7", "4k3/8/8/8/8/8/8/4K2R w K - 3 7"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 3 0", "4k3/8/8/8/8/8/8/4K2R w K - 3 1"),
        ("4k3/8/8/1b6/4r3/3n4/8/4K2R w K - 3 7", "4k3/8/8/1b6/4r3/3n4/8/4K2R w K - 3 7"),
        ("4k3/8/8/8/8/8/8/4KR2 w KQkq - 300 7", "4k3/8/8/8/8/8/8/4KR2 w - - 100 7"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - a1 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4KQ~2 b - - 0 1", "4k3/8/8/8/8/8/8/4KQ2 b - - 0 1"),
    ] {
        assert_eq!(read_fen(text).unwrap().to_string(), fen, "{text}");
    }
    for text in [
        "",
        "_",
        "4k3/8/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/8/4K3 x",
        "4k3/8/8/8/8/8/8/4K3 w z",
        "4k3/8/8/8/8/8/8/4K3 w - e9",
        "4k3/8/8/8/8/8/8/4K3 w - - x",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        &"4k3/8/8/8/8/8/8/4K3 ".repeat(99),
    ] {
        assert!(read_fen(text).is_err(), "{text}");
    }
}

#[test]
fn a_position_has_the_same_values_with_and_without_its_moves() {
    let names = ["KPKP"];
    let (dtm, dtz) = (solved(&names, Metric::Dtm), solved(&names, Metric::Dtz));
    let tables = Tables { dtm: Some(&dtm), dtz: Some(&dtz), ..Tables::default() };
    for table in dtz.iter() {
        let layout = table.layout();
        for index in (0..layout.count()).step_by(layout.count() / 60 + 1) {
            let placement = Placement::new(layout, &layout.squares(index), Color::Black);
            let Some(board) = placement.to_board() else { continue };
            for clock in [0, 1, 60, 99, 100] {
                let fen = board.to_string().replace(" 0 1", &format!(" {clock} 9"));
                let board = read_fen(&fen).unwrap();
                let (short, whole) = (brief(&board, &tables).unwrap(), standard(&board, &tables));
                let position = whole.unwrap().position;
                let expected = (position.category, position.dtz, position.dtm);
                assert_eq!((short.category, short.dtz, short.dtm), expected, "{fen}");
                let only_mates = Tables { dtz: None, ..tables };
                let known = brief(&board, &only_mates).unwrap().category;
                let is_open = matches!(known, Category::MaybeWin | Category::MaybeLoss);
                assert!(known == short.category || is_open, "{fen}: {known:?}");
            }
        }
    }
}

#[test]
fn positions_are_found_and_counted() {
    let dtm = solved(&["KRKN"], Metric::Dtm);
    let krkn = "KRKN".parse::<NormalMaterial>().unwrap();
    let table = dtm.get(krkn).unwrap();
    let unique = mutual_zugzwangs(table, Counting::Unique).len() as u64;
    let document = stats_document(table, Counting::Full);
    assert_eq!((document.stats.mutual_zugzwangs, document.zugzwangs.len()), (136, 136));
    let tables = Tables { dtm: Some(&dtm), ..Tables::default() };
    for (kind, plies, side) in [
        (FindKind::Zugzwang, None, None),
        (FindKind::Zugzwang, None, Some(Color::Black)),
        (FindKind::Mate, None, Some(Color::White)),
        (FindKind::Mate, Some(3), Some(Color::White)),
        (FindKind::Mate, Some(2), Some(Color::Black)),
        (FindKind::Mate, Some(999), None),
        (FindKind::Cursed, None, None),
    ] {
        let wanted = |seed| Wanted { kind, plies, side, seed };
        let found = find(table, &wanted(7));
        assert_eq!(found.fens.len() as u64, found.found.min(20), "{kind:?}");
        let distinct: std::collections::BTreeSet<_> = found.fens.iter().collect();
        assert_eq!(distinct.len(), found.fens.len());
        for fen in &found.fens {
            let board = read_fen(fen).unwrap();
            assert!(side.is_none_or(|side| side == board.side_to_move()), "{fen}");
            if kind == FindKind::Mate {
                let dtm = brief(&board, &tables).unwrap().dtm.unwrap();
                assert_eq!(Some(dtm.unsigned_abs() as u16), found.plies, "{fen}");
            }
        }
        match (kind, plies) {
            (FindKind::Zugzwang, _) => assert_eq!(found.found, unique),
            (FindKind::Mate, None) => assert_eq!(found.plies, Some(79)),
            (FindKind::Mate, Some(999)) | (FindKind::Cursed, _) => assert_eq!(found.found, 0),
            _ => assert_ne!(found.fens, find(table, &wanted(8)).fens),
        }
    }
}

#[test]
fn reasons_name_the_men_and_squares_that_they_depend_on() {
    let dtm = solved(&["KRKB"], Metric::Dtm);
    let tables = Tables { dtm: Some(&dtm), ..Tables::default() };
    let holding = |fen: &str, id: &str| {
        let answer = rules(&read_fen(fen).unwrap(), &tables).unwrap();
        let reasons = &answer.rules[0].reasons;
        reasons.iter().find(|reason| reason.id == id).unwrap().holds
    };
    let fen = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
    let answer = rules(&read_fen(fen).unwrap(), &tables).unwrap();
    let rule = &answer.rules[0];
    assert_eq!((rule.claim, rule.result, rule.right), (None, Some("win"), Some(true)));
    let reason = rule.reasons.iter().find(|reason| reason.holds).unwrap();
    // The rook on each square of its rank.
    let squares = &reason.squares["c3"];
    for name in ["a3", "b3", "d3", "e3", "f3", "h3"] {
        let mut row = ["1"; 8];
        row[usize::from(name.as_bytes()[0] - b'a')] = "R";
        let moved = fen.replace("2R5", &row.concat());
        assert_eq!(
            squares.iter().any(|square| square == name),
            holding(&moved, reason.id),
            "{name}"
        );
    }
    assert!(squares.iter().any(|square| square == "c3"));
    assert!(!reason.men.is_empty() && rule.reasons.iter().all(|reason| reason.squares.len() == 4));
    let none = rules(&read_fen("8/8/8/8/8/QQQ5/8/3K1bk1 w").unwrap(), &tables).unwrap();
    assert!(none.rules.is_empty());
}

#[test]
fn games_are_read_and_written_with_their_variations() {
    let game =
        read_game("1.e2e4 e5 N (1...c5 2.Ng1f3) 2.Qd1-h5± Nc6 3.Bc4 Nf6 4.Qxf7++ 1–0").unwrap();
    let expected = [
        (0, "e2e4", "e4"),
        (1, "e7e5", "e5"),
        (1, "c7c5", "c5"),
        (3, "g1f3", "Nf3"),
        (2, "d1h5", "Qh5"),
        (5, "b8c6", "Nc6"),
        (6, "f1c4", "Bc4"),
        (7, "g8f6", "Nf6"),
        (8, "h5f7", "Qxf7#"),
    ];
    let expected = expected.map(|(after, uci, san)| (after, uci.to_owned(), san.to_owned()));
    assert_eq!((&game.start, &game.moves[..]), (&Board::default().to_string(), &expected[..]));
    assert_eq!(
        write_game(&game).unwrap(),
        "1. e4 e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *\n"
    );
    let castled = read_game("[FEN \"4k2r/8/8/8/8/8/8/R3K3 w Qk - 7 30\"]\n30.0-0-0 0-0").unwrap();
    assert_eq!([&castled.moves[0].1, &castled.moves[1].1], ["e1c1", "e8g8"]);
    assert_eq!(read_game(&write_game(&castled).unwrap()), Ok(castled));
    for (text, error) in [
        ("1. e4 e5 2. Ke3 *", "the PGN cannot be read: line 1: move 2: not a legal move: 'Ke3'"),
        ("[Variant \"Atomic\"]\n1. e4", "the PGN is not a game of standard chess"),
        ("[Event \"x\"]\n\n*", "this PGN has no moves"),
        ("", "this PGN has no moves"),
    ] {
        assert_eq!(read_game(text).unwrap_err().to_string(), error, "{text}");
    }
    let first = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0";
    let three = read_game(&format!("{first}\n\n[White \"C\"]\n\n1. e4 Ke3 *\n\n1. d4 *")).unwrap();
    let listed: Vec<[&str; 2]> = three.games.iter().map(|it| [&*it.title, &*it.pgn]).collect();
    assert_eq!(listed, [["A – B: 1-0", first], ["? – ?: *", "1. d4 *"]], "one cannot be read");
    assert_eq!(read_game(first).unwrap(), GameDocument { games: Vec::new(), ..three });
    let of = |moves: &[(usize, &str)]| GameDocument {
        games: Vec::new(),
        start: "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1".into(),
        moves: moves.iter().map(|(after, uci)| (*after, uci.to_string(), String::new())).collect(),
    };
    for moves in [&[(0, "e2e5")][..], &[(1, "e2e4")], &[(0, "e2e4"), (2, "g3f4")], &[(0, "\0")]] {
        let illegal = write_game(&of(moves)).unwrap_err();
        assert!(matches!(illegal, GameError::Illegal(_)), "{moves:?}");
    }
}
