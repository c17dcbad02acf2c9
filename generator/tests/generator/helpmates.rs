//! Helpmates, compared with the breadth-first search and with published lengths.

use drawproof_board::{Color, GameStatus, fen};
use drawproof_generator::{Options, Request, Vectors, solve, solve_closure_with};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, ScratchFiles, TableSet, Width,
    census::{Counting, helpmate_stats},
    helpmate::{self, helpmates},
};

use crate::{
    naive_reference::{Graph, KPKP},
    named,
};

fn tables_of(endgames: &[NormalMaterial]) -> TableSet {
    let options = Options { metric: Metric::Helpmate, ..Options::default() };
    solve_closure_with(&options, endgames, &()).unwrap()
}

fn assert_same(fast: &PlainTable, naive: &PlainTable) {
    let material = fast.material();
    for side in Color::ALL {
        assert!(fast.legal(side) == naive.legal(side), "{material}: legal positions, {side} moves");
        for mating in Color::ALL {
            let [found, expected] = [fast, naive].map(|table| table.helpmate_cells(mating, side));
            assert!(found == expected, "{material}: {mating} mates, {side} moves");
        }
    }
}

#[test]
fn all_endgames_of_three_men_and_minor_pieces() {
    let mut endgames = NormalMaterial::all_with_men(3);
    endgames.extend(["KBKN", "KNNK"].map(named));
    let fast = tables_of(&endgames);
    let mut naive = TableSet::new();
    for material in endgames.into_iter().flat_map(|it| it.closure()) {
        if naive.get(material).is_none() {
            let (table, en_passant) = Graph::new(material).solve_helpmates(&naive);
            assert_same(fast.get(material).unwrap(), &table);
            assert!(en_passant.is_empty());
            naive.insert(table.into());
        }
    }
}

/// Pushes, promotions by either side, and en passant.
#[test]
fn pawn_against_pawn_and_its_en_passant_rights() {
    let material = named("KPKP");
    let fast = tables_of(&[material]);
    let (table, en_passant) = KPKP.solve_helpmates(&fast);
    assert_same(fast.get(material).unwrap(), &table);
    assert!(!en_passant.is_empty());
    let mut right_matters = 0;
    for (board, expected) in en_passant {
        assert_eq!(helpmates(&board, &fast).unwrap(), expected, "{board}");
        let mut without = drawproof_board::BoardBuilder::from_board(&board);
        without.en_passant = None;
        right_matters +=
            usize::from(helpmates(&without.build().unwrap(), &fast).unwrap() != expected);
    }
    assert!(right_matters > 0);
}

/// With like men, with pawns, and with only one upper man; two upper men with plain and with the
/// best vectors.
#[test]
fn the_same_tables_with_all_vectors_threads_and_places_of_lists() {
    let folder = tempfile::tempdir().unwrap();
    let scratch = ScratchFiles::new(folder.path().into());
    for name in ["KQK", "KPKP", "KNNK", "KNNKB"] {
        let material = named(name);
        let tables = tables_of(&[material]);
        let expected = tables.get(material).unwrap();
        let is_large = material.get().men() > 4;
        let all = if is_large { vec![Vectors::Plain] } else { Vectors::available() };
        for vectors in all {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            let options = Options { metric: Metric::Helpmate, vectors, ..Options::default() };
            let request = || Request::new(&options, material, &tables);
            let found = pool.install(|| solve(request())).unwrap();
            assert_same(&found.table, expected);
            if is_large {
                continue;
            }
            // In memory that is not zero.
            options.pool.take_back(found.table);
            assert_same(&solve(request()).unwrap().table, expected);
        }
        let options = Options { metric: Metric::Helpmate, ..Options::default() };
        let memory = Some(scratch.table(expected.layout(), Width::Two).unwrap());
        let request = Request::new(&options, material, &tables);
        let found = solve(Request { memory, list_files: Some(&scratch), ..request }).unwrap();
        assert!(found.table.is_in_scratch());
        assert_same(&found.table, expected);
    }
}

/// Returns the plies of the longest helpmate by a colour, with either side to move.
fn longest(table: &PlainTable, mating: Color) -> u16 {
    let cells = Color::ALL.into_iter().flat_map(|side| table.helpmate_cells(mating, side));
    u16::from(*cells.max().unwrap()) - 1
}

/// h#n is 2n plies with the helper to move; h#n.5 has one ply more, with the mating side to move.
#[test]
fn longest_helpmates_of_the_side_named_first() {
    let figures = [
        ("KQK", Color::White, 14),
        ("KPK", Color::White, 17),
        ("KBKN", Color::White, 24),
        ("KNKN", Color::White, 20),
        ("KNKN", Color::Black, 20),
        ("KBKP", Color::White, 32),
        ("KRKN", Color::Black, 19),
        ("KBNK", Color::White, 16),
        ("KQKQ", Color::White, 14),
        ("KQKQ", Color::Black, 14),
    ];
    let tables = tables_of(&figures.map(|(name, ..)| named(name)));
    for (name, mating, plies) in figures {
        assert_eq!(longest(tables.get(named(name)).unwrap(), mating), plies, "{name}, {mating}");
    }
}

/// The deepest helpmates with one solution by the side named first: the plies, and the number of
/// positions, where symmetric positions count once.
#[test]
fn deepest_helpmates_with_one_solution() {
    let figures = [
        ("KPKP", Color::White, 17, 2),
        ("KBKN", Color::White, 16, 19),
        ("KRKN", Color::Black, 16, 9),
        ("KQK", Color::White, 12, 3),
    ];
    let tables = tables_of(&figures.map(|(name, ..)| named(name)));
    for (name, mating, plies, positions) in figures {
        let stats = helpmate_stats(named(name), &tables, Counting::Unique).unwrap();
        let single = match mating {
            Color::White => stats.longest_single.white,
            Color::Black => stats.longest_single.black,
        };
        let single = single.unwrap();
        assert_eq!((single.plies, single.positions), (plies, positions), "{name}");
        let board = fen::parse(&single.fen).unwrap();
        assert_eq!(helpmate::solutions(&board, mating, 3, &tables).unwrap(), 1, "{name}");
    }
}

/// The count comes from a breadth-first search of another program.
#[test]
fn rook_against_knight_where_the_knight_can_no_longer_mate() {
    let tables = tables_of(&[named("KRKN")]);
    let stats = helpmate_stats(named("KRKN"), &tables, Counting::Full).unwrap();
    let unable = [&stats.white_to_move, &stats.black_to_move].map(|it| it.dead + it.only_white);
    assert_eq!(unable, [24, 16_544]);
}

#[test]
fn lines_end_with_mate_and_are_as_long_as_the_table_says() {
    let tables = tables_of(&["KBKN", "KPKP"].map(named));
    let mut ended = 0;
    for name in ["KBKN", "KPKP"] {
        let table = tables.get(named(name)).unwrap();
        let layout = table.layout();
        for (side, index) in (0..layout.count()).step_by(9973).map(|it| (Color::ALL[it % 2], it)) {
            let placement = Placement::new(layout, &layout.squares(index), side);
            let Some(board) = placement.to_board().filter(|_| table.is_legal(side, index)) else {
                continue;
            };
            for (mating, plies) in Color::ALL.into_iter().zip(table.helpmates(side, index)) {
                let line = helpmate::line(&board, mating, &tables).unwrap();
                assert_eq!(line.as_ref().map(|line| line.len()), plies.map(usize::from));
                let solutions = helpmate::solutions(&board, mating, 3, &tables).unwrap();
                assert_eq!(solutions > 0, line.is_some());
                let Some(line) = line else { continue };
                let mut board = board.clone();
                line.into_iter().for_each(|mv| board.play(mv));
                assert_eq!(board.status(), GameStatus::Won);
                assert_eq!(board.side_to_move(), !mating);
                ended += 1;
            }
        }
    }
    assert!(ended > 100, "{ended}");
}
