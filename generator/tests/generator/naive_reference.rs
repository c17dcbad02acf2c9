//! The naive reference generator: one position at a time, with the moves of the board crate.
//!
//! Each legal position is a node with edges to the nodes of its successors; a position with a legal
//! en-passant right is a node of its own. All values start as draws. Each round sets every value to
//! the best of the position's moves, until a round changes nothing. Then each decisive value has a
//! line to mate, or to the move that the metric counts to, and no line is shorter, since the last
//! round looked at every move of every position.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use drawproof_board::{Board, Color, Piece, Square};
use drawproof_tables::{
    Cell, Layout, Metric, MoveKind, NormalMaterial, Placement, PlainTable, TableSet, Value,
    helpmate::{self, Helpmates},
    probe::{en_passant_target, legal_moves},
};
use rayon::prelude::*;

use crate::named;

/// A solved endgame.
pub struct Solved {
    /// The values of all positions without en-passant right.
    pub table: PlainTable,
    /// All positions with a legal en-passant right that a legal double push leads to, and their
    /// values.
    pub en_passant: Vec<(Board, Value)>,
}

/// A position and its moves.
enum Node<V> {
    /// An index without a legal position.
    Illegal,
    /// A legal position.
    Legal {
        /// Whether the side to move is in check.
        in_check: bool,
        /// The best value of the moves into other endgames, from the mover's point of view.
        conversion: Option<V>,
        /// The moves within the endgame: a range of [`Graph::edges`].
        edges: std::ops::Range<usize>,
    },
}

/// All positions of an endgame and the moves between them. The number of a node is
/// `side to move * count + index`; positions with an en-passant right have higher numbers.
struct Graph<V> {
    nodes: Vec<Node<V>>,
    edges: Vec<(u32, MoveKind)>,
    en_passant: Vec<Board>,
}

/// The moves of one position, before the nodes of its successors have numbers.
struct Moves<V> {
    in_check: bool,
    conversion: Option<V>,
    inside: Vec<(Next, MoveKind)>,
}

/// The better of the best value so far of the moves into other endgames, and of that into a position.
type Better<'a, V> = &'a (dyn Fn(Option<V>, &Board) -> V + Sync);

/// A successor within the endgame.
enum Next {
    /// A position without an en-passant right: its node.
    Plain(u32),
    /// A position with an en-passant right.
    EnPassant(Board),
}

/// Solves an endgame; `tables` are those that captures and promotions lead to.
pub fn solve(metric: Metric, material: NormalMaterial, tables: &TableSet) -> Solved {
    let layout = Arc::new(Layout::new(material));
    let better = |best: Option<Value>, after: &Board| {
        let value = metric.before(MoveKind::Conversion, value_elsewhere(after, tables));
        best.map_or(value, |best| best.or_better(value))
    };
    let graph = Graph::new(&layout, &better);
    let values = graph.values(metric);
    let count = layout.count();
    let cells: Vec<u8> =
        values.iter().map(|&v| Cell::try_from(v).expect("the distance fits").byte()).collect();
    Solved {
        table: PlainTable::new(layout, halves(&cells[..2 * count]), graph.legal(count))
            .with_metric(metric, None),
        en_passant: graph.en_passant.into_iter().zip(values[2 * count..].iter().copied()).collect(),
    }
}

/// The elements by side to move.
fn halves<T: Clone>(all: &[T]) -> [Vec<T>; 2] {
    let (white, black) = all.split_at(all.len() / 2);
    [white.to_vec(), black.to_vec()]
}

/// Solves an endgame and all its sub-endgames.
pub fn solve_closure(metric: Metric, material: NormalMaterial) -> TableSet {
    let mut tables = TableSet::new();
    for material in material.closure() {
        tables.insert(Arc::new(solve(metric, material, &tables).table));
    }
    tables
}

/// The tables of rook against rook and its sub-endgames, for all tests that need them.
pub static KRKR: LazyLock<TableSet> = LazyLock::new(|| solve_closure(Metric::Dtm, named("KRKR")));

/// A table of helpmates by a breadth-first search, and the positions with a legal en-passant right that a
/// legal double push leads to, with theirs; `tables` are those that captures and promotions lead to.
pub fn solve_helpmates(
    material: NormalMaterial,
    tables: &TableSet,
) -> (PlainTable, Vec<(Board, Helpmates)>) {
    let layout = Arc::new(Layout::new(material));
    let better = |best: Option<Helpmates>, after: &Board| {
        let elsewhere = helpmate::helpmates(after, tables).expect("a legal move");
        let before = elsewhere.map(|plies| plies.map(|plies| plies + 1));
        let best = best.unwrap_or([None; 2]);
        Color::ALL.map(|mating| helpmate::shorter(best[mating as usize], before[mating as usize]))
    };
    let graph = Graph::new(&layout, &better);
    let count = layout.count();
    let found = Color::ALL.map(|mating| graph.helpmates(mating, count));
    let cells = found.each_ref().map(|plies| {
        let cell = |plies: &Option<u16>| plies.map_or(0, |plies| plies as u8 + 1);
        let cells: Vec<u8> = plies[..2 * count].iter().map(cell).collect();
        halves(&cells)
    });
    let [by_white, by_black] = cells;
    let table = PlainTable::new(layout, by_white, graph.legal(count))
        .with_metric(Metric::Helpmate, Some(by_black.map(Into::into)));
    let of = |number: usize| found.each_ref().map(|plies| plies[2 * count + number]);
    let en_passant = graph.en_passant.into_iter().enumerate();
    (table, en_passant.map(|(number, board)| (board, of(number))).collect())
}

impl<V: Copy + Send> Graph<V> {
    fn new(layout: &Layout, better: Better<V>) -> Graph<V> {
        let count = layout.count();
        let (nodes, edges, en_passant) = (Vec::new(), Vec::new(), Vec::new());
        let mut graph = Graph { nodes, edges, en_passant };
        let mut with_right = HashMap::new();
        let numbers: Vec<usize> = (0..2 * count).collect();
        // In portions, because the boards of all moves do not fit in memory.
        for portion in numbers.chunks(1 << 16) {
            let moves: Vec<Option<Moves<V>>> = portion
                .par_iter()
                .map(|&number| {
                    let side_to_move = Color::ALL[number / count];
                    let squares = layout.squares(number % count);
                    let board = Placement::new(layout, &squares, side_to_move).to_board()?;
                    // The board has fewer men where two share a square.
                    let complete = board.occupied().len() as usize == layout.men().len();
                    complete.then(|| Moves::of(&board, layout, better))
                })
                .collect();
            for moves in moves {
                graph.push(moves, 2 * count, &mut with_right);
            }
        }
        let mut next = 0;
        while let Some(board) = graph.en_passant.get(next) {
            let moves = Moves::of(board, layout, better);
            graph.push(Some(moves), 2 * count, &mut with_right);
            next += 1;
        }
        assert_eq!(graph.nodes.len(), 2 * count + graph.en_passant.len());
        graph
    }

    /// Adds a node; `plain_nodes` is the number of nodes without an en-passant right.
    fn push(
        &mut self,
        moves: Option<Moves<V>>,
        plain_nodes: usize,
        with_right: &mut HashMap<(Placement, Square), u32>,
    ) {
        let Some(Moves { in_check, conversion, inside }) = moves else {
            self.nodes.push(Node::Illegal);
            return;
        };
        let start = self.edges.len();
        for (next, kind) in inside {
            let node = match next {
                Next::Plain(node) => node,
                Next::EnPassant(board) => {
                    let target = en_passant_target(&board).expect("it has the right");
                    *with_right.entry((Placement::from(&board), target)).or_insert_with(|| {
                        self.en_passant.push(board);
                        (plain_nodes + self.en_passant.len() - 1) as u32
                    })
                }
            };
            self.edges.push((node, kind));
        }
        self.nodes.push(Node::Legal { in_check, conversion, edges: start..self.edges.len() });
    }

    /// The legal positions among the first `2 * count` nodes, `[side to move][word]`.
    fn legal(&self, count: usize) -> [Vec<u64>; 2] {
        let legal = |nodes: &[Node<V>]| {
            let bits = nodes.iter().rev();
            bits.fold(0, |word, node| word << 1 | u64::from(!matches!(node, Node::Illegal)))
        };
        halves(&self.nodes[..2 * count].chunks(64).map(legal).collect::<Vec<_>>())
    }
}

impl Graph<Helpmates> {
    /// The plies of the shortest helpmate by a colour from every node, ply by ply.
    fn helpmates(&self, mating: Color, count: usize) -> Vec<Option<u16>> {
        let mut found = vec![None; self.nodes.len()];
        let side_to_move = |number: usize| match self.en_passant.get(number.wrapping_sub(2 * count))
        {
            Some(board) => board.side_to_move(),
            None => Color::ALL[number / count],
        };
        let (mut left, mut last) = (Vec::new(), 0);
        for (number, node) in self.nodes.iter().enumerate() {
            let Node::Legal { in_check, conversion, edges } = node else { continue };
            // The last ply at which a conversion leads to mate, at least.
            last = last.max(conversion.and_then(|it| it[mating as usize]).unwrap_or(0));
            if !edges.is_empty() || conversion.is_some() {
                left.push(number);
            } else if *in_check && side_to_move(number) != mating {
                found[number] = Some(0);
            }
        }
        for ply in 1.. {
            let is_found = |number: usize| {
                let Node::Legal { conversion, edges, .. } = &self.nodes[number] else {
                    return false;
                };
                let elsewhere = conversion.and_then(|by_colour| by_colour[mating as usize]);
                let edges = &self.edges[edges.clone()];
                elsewhere == Some(ply)
                    || edges.iter().any(|&(next, _)| found[next as usize] == Some(ply - 1))
            };
            let new: Vec<usize> = left.iter().copied().filter(|&number| is_found(number)).collect();
            new.iter().for_each(|&number| found[number] = Some(ply));
            left.retain(|&number| found[number].is_none());
            if new.is_empty() && ply > last {
                return found;
            }
        }
        unreachable!("a ply finds nothing at last")
    }
}

impl Graph<Value> {
    /// The value of every node; a draw for illegal positions.
    fn values(&self, metric: Metric) -> Vec<Value> {
        let mut values = vec![Value::Draw; self.nodes.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (number, node) in self.nodes.iter().enumerate() {
                let Node::Legal { in_check, conversion, edges } = node else { continue };
                let inside = self.edges[edges.clone()]
                    .iter()
                    .map(|&(next, kind)| metric.before(kind, values[next as usize]));
                let best = inside.chain(*conversion).max_by_key(|value| value.rank());
                let value = match best {
                    Some(value) => value,
                    None if *in_check => Value::from_number(0),
                    None => Value::Draw,
                };
                changed |= value != values[number];
                values[number] = value;
            }
        }
        values
    }
}

impl<V: Copy> Moves<V> {
    fn of(board: &Board, layout: &Layout, better: Better<V>) -> Moves<V> {
        let mut moves =
            Moves { in_check: !board.checkers().is_empty(), conversion: None, inside: Vec::new() };
        for mv in legal_moves(board) {
            let mut after = board.clone();
            after.play_unchecked(mv);
            let kind = match board.piece_on(mv.from) {
                Some(Piece::Pawn) => MoveKind::PawnMove,
                _ => MoveKind::Quiet,
            };
            if mv.promotion.is_some() || after.occupied().len() < board.occupied().len() {
                moves.conversion = Some(better(moves.conversion, &after));
            } else if en_passant_target(&after).is_some() {
                moves.inside.push((Next::EnPassant(after), kind));
            } else {
                let index =
                    Placement::from(&after).index(layout).expect("legal positions have one");
                let node = after.side_to_move() as usize * layout.count() + index;
                moves.inside.push((Next::Plain(node as u32), kind));
            }
        }
        moves
    }
}

/// The value of a position after a capture or promotion.
fn value_elsewhere(board: &Board, tables: &TableSet) -> Value {
    if board.occupied().len() == 2 {
        return Value::Draw;
    }
    let (material, placement) = Placement::from(board).normalise();
    let table = tables.get(material).expect("tables come in the order of their dependencies");
    table.probe(&placement).expect("a legal move leads to a legal position")
}
