//! Counting conventions against ordinary code: every placement of the men on an ordinary board,
//! one by one.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use drawproof_board::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use drawproof_generator::solve_closure;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{
    PlainTable, Value,
    census::{MutualZugzwang, Stats, ZugzwangKind, mutual_zugzwangs, stats},
    probe,
};
use drawproof_verifier::{Counting, Predicate};

use super::shared::{TABLES, material, verified};

/// White's men, then Black's; like men are neighbours.
type Men = Vec<(Color, Piece)>;

fn men(endgame: &str) -> Men {
    let material = material(endgame).get();
    let side = |color| material.side(color).map(move |piece| (color, piece)).collect::<Men>();
    Color::ALL.into_iter().flat_map(side).collect()
}

/// Visits every placement of the men on different squares, kings not adjacent, like men in one
/// order.
fn placements(men: &Men, squares: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
    let Some(&(color, piece)) = men.get(squares.len()) else { return visit(squares) };
    let like = !squares.is_empty() && men[squares.len() - 1] == (color, piece);
    let first = if like { squares[squares.len() - 1] + 1 } else { 0 };
    for square in first..64 {
        let on_edge_rank = !(8..56).contains(&square);
        if squares.contains(&square) || (piece == Piece::Pawn && on_edge_rank) {
            continue;
        }
        let adjacent = |other: u8| {
            (square % 8).abs_diff(other % 8) <= 1 && (square / 8).abs_diff(other / 8) <= 1
        };
        if (color, piece) == (Color::Black, Piece::King) && adjacent(squares[0]) {
            continue;
        }
        squares.push(square);
        placements(men, squares, visit);
        squares.pop();
    }
}

/// Whether the king of `color` is attacked.
fn in_check(men: &Men, squares: &[u8], color: Color) -> bool {
    let square = |number: usize| Square::index(squares[number].into());
    let king = men.iter().position(|&man| man == (color, Piece::King)).unwrap();
    let occupied = (0..men.len()).fold(BitBoard::EMPTY, |set, man| set | square(man).bitboard());
    men.iter().enumerate().filter(|(_, man)| man.0 != color).any(|(man, &(_, piece))| {
        let from = square(man);
        let attacked = match piece {
            Piece::Pawn => get_pawn_attacks(from, !color),
            Piece::Knight => get_knight_moves(from),
            Piece::Bishop => get_bishop_moves(from, occupied),
            Piece::Rook => get_rook_moves(from, occupied),
            Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
            Piece::King => get_king_moves(from),
        };
        attacked.has(square(king))
    })
}

/// A symmetry of the board: whether files are mirrored, ranks flipped, files and ranks exchanged.
type Symmetry = [bool; 3];

fn symmetries(men: &Men) -> Vec<Symmetry> {
    let all = (0..8).map(|n| [n & 1 != 0, n & 2 != 0, n & 4 != 0]);
    let has_pawns = men.iter().any(|man| man.1 == Piece::Pawn);
    all.filter(|&[_, flipped, exchanged]| !(has_pawns && (flipped || exchanged))).collect()
}

fn image(square: u8, [mirrored, flipped, exchanged]: Symmetry) -> u8 {
    let file = if mirrored { 7 - square % 8 } else { square % 8 };
    let rank = if flipped { 7 - square / 8 } else { square / 8 };
    if exchanged { file * 8 + rank } else { rank * 8 + file }
}

/// The image of a placement, like men in ascending order of their squares.
fn image_of(men: &Men, squares: &[u8], symmetry: Symmetry) -> [u8; 5] {
    let mut found = [0; 5];
    for man in 0..men.len() {
        found[man] = image(squares[man], symmetry);
        let mut at = man;
        while at > 0 && men[at - 1] == men[at] && found[at - 1] > found[at] {
            found.swap(at - 1, at);
            at -= 1;
        }
    }
    found
}

/// Whether a placement is the least of its images.
fn is_least(men: &Men, squares: &[u8], symmetries: &[Symmetry]) -> bool {
    let own = image_of(men, squares, [false; 3]);
    symmetries.iter().all(|&symmetry| match image(squares[0], symmetry).cmp(&squares[0]) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => own <= image_of(men, squares, symmetry),
    })
}

/// Positions with White to move and with Black to move.
type Sides = [u64; 2];

/// The positions of an endgame under each convention, by ordinary code.
fn naive(endgame: &str) -> HashMap<Counting, Sides> {
    let men = men(endgame);
    let symmetries = symmetries(&men);
    let has_pawns = symmetries.len() == 2;
    let mut orders = 1;
    let mut like = 1;
    for pair in men.windows(2) {
        like = if pair[0] == pair[1] { like + 1 } else { 1 };
        orders *= like;
    }
    let mut counts: HashMap<Counting, Sides> = HashMap::new();
    placements(&men, &mut Vec::new(), &mut |squares| {
        let legal = [Color::Black, Color::White].map(|other| !in_check(&men, squares, other));
        if legal == [false; 2] {
            return;
        }
        let (file, rank) = (squares[0] % 8, squares[0] / 8);
        let is_core = file < 4 && (has_pawns || rank <= file);
        let weights = [
            (Counting::Full, orders),
            (Counting::Core10, if is_core { orders } else { 0 }),
            (Counting::Distinct, 1),
            (Counting::Unique, u64::from(is_least(&men, squares, &symmetries))),
        ];
        for (counting, weight) in weights {
            let sides = counts.entry(counting).or_default();
            for side in 0..2 {
                sides[side] += if legal[side] { weight } else { 0 };
            }
        }
    });
    counts
}

fn positions(stats: &Stats) -> Sides {
    [stats.white_to_move.positions, stats.black_to_move.positions]
}

#[test]
fn every_convention_counts_what_ordinary_code_counts() {
    let no_op = Predicate::new("no-op", &[], |_| (Claim::NONE, 0));
    // Like men without pawns and with them, and rooks, whose way other men block.
    for endgame in ["KNNK", "KPPK", "KRKR"] {
        let table = TABLES.get(material(endgame)).unwrap();
        let expected = naive(endgame);
        for counting in Counting::ALL {
            let found = positions(&stats(table, counting));
            assert_eq!(found, expected[&counting], "{endgame} {counting}");
        }
        let verdict = verified(&no_op, endgame, Counting::Unique);
        assert_eq!(verdict.sides.map(|side| side.positions), expected[&Counting::Unique]);
        assert_eq!(verdict.calls, 2 * verdict.total().positions);
    }
}

#[test]
fn five_men_are_counted_as_burnsides_lemma_counts_them() {
    // Knights attack past other men, so the black knight's squares can be counted as a set. Of the
    // eight symmetries only the two diagonals keep a king, hence a position, where it is.
    let men = men("KNNKN");
    let mirror = |square: u8| image(square, [false, false, true]);
    let knight = |square: u8| get_knight_moves(Square::index(square.into())).0;
    let (mut all, mut fixed) = ([0, 0], [0, 0]);
    placements(&men[..4].to_vec(), &mut Vec::new(), &mut |squares| {
        let &[white_king, a, b, black_king] = squares else { unreachable!("four men") };
        let occupied = squares.iter().fold(0_u64, |set, &square| set | 1 << square);
        let legal = [
            if (knight(a) | knight(b)) >> black_king & 1 == 0 { !occupied } else { 0 },
            !occupied & !knight(white_king),
        ];
        let kept = mirror(white_king) == white_king && mirror(black_king) == black_king;
        let kept = kept && (mirror(a) == b || (mirror(a) == a && mirror(b) == b));
        for side in 0..2 {
            all[side] += u64::from(legal[side].count_ones());
            if kept {
                fixed[side] += u64::from((legal[side] & 0x8040_2010_0804_0201).count_ones());
            }
        }
    });
    let tables = solve_closure(&[material("KNNKN")], &()).unwrap();
    let table: &PlainTable = tables.get(material("KNNKN")).unwrap();
    assert_eq!(positions(&stats(table, Counting::Distinct)), all);
    let classes = [0, 1].map(|side| (all[side] + 2 * fixed[side]) / 8);
    assert_eq!(positions(&stats(table, Counting::Unique)), classes);
}

#[test]
fn published_numbers_of_positions_come_out() {
    let total = |endgame: &str, counting| {
        positions(&stats(TABLES.get(material(endgame)).unwrap(), counting))
    };
    assert_eq!(total("KNNK", Counting::Distinct)[1], 6_830_292);
    for (endgame, classes) in
        [("KRK", 50_015), ("KQK", 46_137), ("KBK", 52_234), ("KBNK", 3_067_466)]
    {
        assert_eq!(total(endgame, Counting::Unique).iter().sum::<u64>(), classes, "{endgame}");
    }
}

/// The squares of four men in a fixed order, as a number below 2^24.
fn slot(position: &Position) -> usize {
    let mut number = 0;
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in position.men(color, piece) {
                number = number * 64 + square as usize;
            }
        }
    }
    number
}

#[test]
fn a_rule_is_asked_about_one_position_of_each_class() {
    for endgame in ["KNNK", "KPPK"] {
        let asked: Vec<AtomicBool> = (0..1 << 24).map(|_| AtomicBool::new(false)).collect();
        let twice = AtomicBool::new(false);
        let subject = Predicate::new("notes", &[], |p: &Position| {
            if p.colour[0].count_ones() == 3 && p.side_to_move == 0 {
                twice.fetch_or(asked[slot(p)].swap(true, Relaxed), Relaxed);
            }
            (Claim::NONE, 0)
        });
        verified(&subject, endgame, Counting::Unique);
        assert!(!twice.load(Relaxed), "{endgame}: a position was asked about twice");
        let men = men(endgame);
        let symmetries = symmetries(&men);
        // The men of `slot`, by kind of man, as the squares of `men`: the kings change places.
        let order: Vec<usize> = {
            let mut order: Vec<usize> = (0..4).collect();
            order.sort_by_key(|&man| (men[man].0 as usize, men[man].1 as usize));
            order
        };
        let number = |squares: &[u8]| {
            order.iter().fold(0, |number, &man| number * 64 + usize::from(squares[man]))
        };
        let mut classes = 0;
        placements(&men, &mut Vec::new(), &mut |squares| {
            if !is_least(&men, squares, &symmetries) || in_check(&men, squares, Color::Black) {
                return;
            }
            classes += 1;
            let images = symmetries.iter().map(|&it| number(&image_of(&men, squares, it)[..4]));
            let images: HashSet<usize> = images.collect();
            let count = images.iter().filter(|&&image| asked[image].load(Relaxed)).count();
            assert_eq!(count, 1, "{endgame} {squares:?}");
        });
        assert!(classes > 100_000);
    }
}

#[test]
fn a_mutual_zugzwang_counts_once_whatever_the_order_of_like_men() {
    for (endgame, known) in [("KPK", 160), ("KRKB", 40), ("KRKN", 136), ("KPPK", 86)] {
        let table = TABLES.get(material(endgame)).unwrap();
        let list = |counting| mutual_zugzwangs(table, counting);
        for counting in Counting::ALL {
            let counted = stats(table, counting);
            let listed = list(counting);
            assert_eq!(counted.mutual_zugzwangs, listed.len() as u64, "{endgame} {counting}");
            let of = |kind| listed.iter().filter(|it| it.kind == kind).count() as u64;
            let kinds = counted.zugzwang_kinds;
            assert_eq!(
                [kinds.draw_loss, kinds.loss_draw, kinds.loss_loss],
                ZugzwangKind::ALL.map(of)
            );
        }
        let full = list(Counting::Full);
        assert_eq!((full.len(), &full), (known, &list(Counting::Distinct)), "{endgame}");
        let fens: HashSet<&str> = full.iter().map(|it| it.fen.as_str()).collect();
        assert_eq!(fens.len(), known, "{endgame}: a placement is listed twice");
        for MutualZugzwang { fen, kind } in &full {
            let results = [" w ", " b "].map(|side| {
                let board = drawproof_board::fen::parse(&fen.replace(" w ", side)).unwrap();
                match probe::probe(&board, &*TABLES).unwrap() {
                    Value::Win(_) => "win",
                    Value::Draw => "draw",
                    Value::Loss(_) => "loss",
                }
            });
            assert_eq!(results.join("/"), kind.to_string(), "{fen}");
        }
        let unique = list(Counting::Unique);
        let symmetries = symmetries(&men(endgame)).len();
        assert!(unique.len() * symmetries >= known && unique.len() <= known / 2, "{endgame}");
    }
}

#[test]
fn distances_add_up_to_wins_and_losses() {
    let stats = stats(TABLES.get(material("KRKN")).unwrap(), Counting::Full);
    for side in [&stats.white_to_move, &stats.black_to_move] {
        assert_eq!(side.distances.iter().map(|it| it.wins).sum::<u64>(), side.wins);
        assert_eq!(side.distances.iter().map(|it| it.losses).sum::<u64>(), side.losses);
        assert!(side.distances.is_sorted_by(|a, b| a.plies < b.plies));
        let longest = side.longest_win_plies.max(side.longest_loss_plies);
        assert_eq!(side.distances.last().map(|it| it.plies), longest);
    }
}
