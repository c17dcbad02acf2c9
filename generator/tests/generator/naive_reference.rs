//! The naive reference generator: one position at a time, with the moves of the board crate.
//!
//! Each legal position is a node with edges to the nodes of its successors; a position with a legal
//! en-passant right is a separate node. All values start as draws. Each position takes the value of
//! its best move, and takes it again whenever the value of a successor has changed, until nothing
//! changes. Each decisive value then has a line to mate, or to the move that the metric counts to.
//! No line is shorter, because every position has the value of its best move.

use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
    sync::{Arc, LazyLock},
};

use drawproof_board::{Board, Color, Piece, Square};
use drawproof_tables::{
    Cell, Layout, Metric, MoveKind, NormalMaterial, Placement, PlainTable, TableSet, Value,
    helpmate::Helpmates,
    probe::{en_passant_target, legal_moves},
};
use rayon::prelude::*;

use crate::named;

/// A solved endgame.
pub struct Solved {
    /// The values of all positions without en-passant right.
    pub table: PlainTable,
    /// All positions with a legal en-passant right that can follow a legal double push, and their
    /// values.
    pub en_passant: Vec<(Board, Value)>,
}

/// All positions of an endgame and the moves between them, independent of the metric. The number of
/// a node is `side to move * count + index`; positions with an en-passant right have higher
/// numbers.
pub struct Graph {
    layout: Arc<Layout>,
    /// The endgames that captures and promotions lead to.
    others: Vec<Layout>,
    /// `None` for an index without a legal position.
    nodes: Vec<Option<Node>>,
    edges: Vec<Edge>,
    conversions: Vec<Conversion>,
    en_passant: Vec<Board>,
    /// The backward edges: the nodes from which a move leads to each node.
    predecessors: Predecessors,
}

/// A legal position and its moves.
struct Node {
    /// Whether the side to move is in check.
    in_check: bool,
    /// The moves within the endgame: a range of [`Graph::edges`].
    edges: Range<u32>,
    /// The moves into other endgames: a range of [`Graph::conversions`].
    conversions: Range<u32>,
}

/// A move within the endgame: twice the number of the target node, plus one if a pawn moves.
#[derive(Clone, Copy)]
struct Edge(u32);

impl Edge {
    fn new(to: u32, is_pawn_move: bool) -> Edge {
        Edge(2 * to + u32::from(is_pawn_move))
    }

    fn to(self) -> usize {
        (self.0 / 2) as usize
    }

    fn kind(self) -> MoveKind {
        if self.0 % 2 == 1 { MoveKind::PawnMove } else { MoveKind::Quiet }
    }
}

/// The position after a capture or promotion; `None` for bare kings.
type Conversion = Option<Stored>;

/// A position in a table of another endgame, with colours exchanged or not.
struct Stored {
    /// The index of the endgame in [`Graph::others`].
    other: u8,
    is_swapped: bool,
    side_to_move: Color,
    index: u32,
}

/// The predecessors of all nodes, and where those of each node begin.
struct Predecessors {
    starts: Vec<u32>,
    nodes: Vec<u32>,
}

/// The moves of one position, before the nodes of its successors are numbered.
struct Moves {
    in_check: bool,
    conversions: Vec<Conversion>,
    /// The successors within the endgame, and whether a pawn moves.
    inside: Vec<(Next, bool)>,
}

/// A successor within the endgame.
enum Next {
    /// A position without an en-passant right, given by its node.
    Plain(u32),
    /// A position with an en-passant right, boxed because such positions are rare.
    EnPassant(Box<Board>),
}

/// Solves an endgame and all its sub-endgames.
pub fn solve_closure(metric: Metric, material: NormalMaterial) -> TableSet {
    let mut tables = TableSet::new();
    for material in material.closure() {
        tables.insert(Arc::new(Graph::new(material).solve(metric, &tables).table));
    }
    tables
}

/// The tables of rook against rook and its sub-endgames, for all tests that need them.
pub static KRKR: LazyLock<TableSet> = LazyLock::new(|| solve_closure(Metric::Dtm, named("KRKR")));

/// The moves of pawn against pawn, for the tests of every metric: pawns that meet, promotions with and
/// without capture, en passant.
pub static KPKP: LazyLock<Graph> = LazyLock::new(|| Graph::new(named("KPKP")));

impl Graph {
    /// Finds the positions and moves of an endgame.
    pub fn new(material: NormalMaterial) -> Graph {
        let layout = Arc::new(Layout::new(material));
        let count = layout.count();
        let predecessors = Predecessors { starts: Vec::new(), nodes: Vec::new() };
        let mut graph = Graph {
            others: material.conversions().into_iter().map(Layout::new).collect(),
            nodes: Vec::new(),
            edges: Vec::new(),
            conversions: Vec::new(),
            en_passant: Vec::new(),
            layout: layout.clone(),
            predecessors,
        };
        let mut with_right = HashMap::new();
        let numbers: Vec<usize> = (0..2 * count).collect();
        // In portions, because the boards of all moves would not fit in memory.
        for portion in numbers.chunks(1 << 16) {
            let moves: Vec<Option<Moves>> = portion
                .par_iter()
                .map(|&number| {
                    let side_to_move = Color::ALL[number / count];
                    let squares = layout.squares(number % count);
                    let board = Placement::new(&layout, &squares, side_to_move).to_board()?;
                    // The board has fewer men if two share a square.
                    let complete = board.occupied().len() as usize == layout.men().len();
                    complete.then(|| graph.moves_of(&board))
                })
                .collect();
            for moves in moves {
                graph.push(moves, 2 * count, &mut with_right);
            }
        }
        let mut next = 0;
        while let Some(board) = graph.en_passant.get(next) {
            let moves = graph.moves_of(board);
            graph.push(Some(moves), 2 * count, &mut with_right);
            next += 1;
        }
        assert_eq!(graph.nodes.len(), 2 * count + graph.en_passant.len());
        graph.edges.shrink_to_fit();
        graph.predecessors = graph.predecessors();
        graph
    }

    fn moves_of(&self, board: &Board) -> Moves {
        let in_check = !board.checkers().is_empty();
        let mut moves = Moves { in_check, conversions: Vec::new(), inside: Vec::new() };
        for mv in legal_moves(board) {
            let mut after = board.clone();
            after.play_unchecked(mv);
            let is_pawn_move = board.piece_on(mv.from) == Some(Piece::Pawn);
            if mv.promotion.is_some() || after.occupied().len() < board.occupied().len() {
                moves.conversions.push(self.conversion(&after));
            } else if is_pawn_move && en_passant_target(&after).is_some() {
                moves.inside.push((Next::EnPassant(Box::new(after)), is_pawn_move));
            } else {
                let index =
                    Placement::from(&after).index(&self.layout).expect("legal positions have one");
                let node = after.side_to_move() as usize * self.layout.count() + index;
                moves.inside.push((Next::Plain(node as u32), is_pawn_move));
            }
        }
        moves
    }

    /// Returns the index at which the value of a position after a capture or promotion is stored.
    fn conversion(&self, after: &Board) -> Conversion {
        if after.occupied().len() == 2 {
            return None;
        }
        let (material, placement) = Placement::from(after).normalise();
        let other = self.others.iter().position(|layout| layout.material() == material);
        let other = other.expect("conversions lead to it");
        let index = placement.index(&self.others[other]).expect("legal positions have one");
        let side_to_move = placement.side_to_move;
        let is_swapped = side_to_move != after.side_to_move();
        Some(Stored { other: other as u8, is_swapped, side_to_move, index: index as u32 })
    }

    /// Adds a node; `plain_nodes` is the number of nodes without an en-passant right.
    fn push(
        &mut self,
        moves: Option<Moves>,
        plain_nodes: usize,
        with_right: &mut HashMap<(Placement, Square), u32>,
    ) {
        let Some(Moves { in_check, conversions, inside }) = moves else {
            return self.nodes.push(None);
        };
        let starts = [self.edges.len() as u32, self.conversions.len() as u32];
        for (next, is_pawn_move) in inside {
            let to = match next {
                Next::Plain(node) => node,
                Next::EnPassant(board) => {
                    let target = en_passant_target(&board).expect("it has the right");
                    *with_right.entry((Placement::from(&*board), target)).or_insert_with(|| {
                        self.en_passant.push(*board);
                        (plain_nodes + self.en_passant.len() - 1) as u32
                    })
                }
            };
            self.edges.push(Edge::new(to, is_pawn_move));
        }
        self.conversions.extend(conversions);
        self.nodes.push(Some(Node {
            in_check,
            edges: starts[0]..self.edges.len() as u32,
            conversions: starts[1]..self.conversions.len() as u32,
        }));
    }

    fn predecessors(&self) -> Predecessors {
        let mut starts = vec![0; self.nodes.len() + 1];
        for edge in &self.edges {
            starts[edge.to() + 1] += 1;
        }
        (1..starts.len()).for_each(|node| starts[node] += starts[node - 1]);
        let (mut ends, mut nodes) = (starts.clone(), vec![0; self.edges.len()]);
        for (from, node) in self.legal_nodes() {
            for edge in self.edges_of(node) {
                let end = &mut ends[edge.to()];
                nodes[*end as usize] = from as u32;
                *end += 1;
            }
        }
        Predecessors { starts, nodes }
    }

    fn legal_nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        let numbered = self.nodes.iter().enumerate();
        numbered.filter_map(|(number, node)| Some((number, node.as_ref()?)))
    }

    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.edges.start as usize..node.edges.end as usize]
    }

    fn conversions_of(&self, node: &Node) -> &[Conversion] {
        &self.conversions[node.conversions.start as usize..node.conversions.end as usize]
    }

    /// Returns the table that has the value of a position in another endgame.
    fn table_of<'t>(&self, stored: &Stored, tables: &'t TableSet) -> &'t PlainTable {
        let material = self.others[usize::from(stored.other)].material();
        let table = tables.get(material).expect("tables come in the order of their dependencies");
        assert!(table.is_legal(stored.side_to_move, stored.index as usize));
        table
    }

    /// Returns the legal positions among the first `2 * count` nodes, `[side to move][word]`.
    fn legal(&self) -> [Vec<u64>; 2] {
        let legal = |nodes: &[Option<Node>]| {
            nodes.iter().rev().fold(0, |word, node| word << 1 | u64::from(node.is_some()))
        };
        halves(&self.nodes[..2 * self.layout.count()].chunks(64).map(legal).collect::<Vec<_>>())
    }

    /// Solves the endgame. `tables` are those that captures and promotions lead to.
    pub fn solve(&self, metric: Metric, tables: &TableSet) -> Solved {
        let values = self.values(metric, tables);
        let (stored, others) = values.split_at(2 * self.layout.count());
        let cell = |&value: &Value| Cell::try_from(value).expect("the distance fits").byte();
        let cells: Vec<u8> = stored.iter().map(cell).collect();
        Solved {
            table: PlainTable::new(self.layout.clone(), halves(&cells), self.legal())
                .with_metric(metric, None),
            en_passant: self.en_passant.iter().cloned().zip(others.iter().copied()).collect(),
        }
    }

    /// Returns the value of every node; a draw for illegal positions.
    fn values(&self, metric: Metric, tables: &TableSet) -> Vec<Value> {
        let elsewhere = |conversion: &Conversion| {
            let value = conversion.as_ref().map_or(Value::Draw, |stored| {
                self.table_of(stored, tables).value(stored.side_to_move, stored.index as usize)
            });
            metric.before(MoveKind::Conversion, value)
        };
        let mut values = vec![Value::Draw; self.nodes.len()];
        // Whether each position is queued for another look at its moves.
        let mut waits: Vec<bool> = self.nodes.iter().map(Option::is_some).collect();
        let mut waiting: VecDeque<usize> = self.legal_nodes().map(|(number, _)| number).collect();
        while let Some(number) = waiting.pop_front() {
            waits[number] = false;
            let node = self.nodes[number].as_ref().expect("only legal positions wait");
            let edges = self.edges_of(node).iter();
            let inside = edges.map(|edge| metric.before(edge.kind(), values[edge.to()]));
            let all = inside.chain(self.conversions_of(node).iter().map(elsewhere));
            let value = match all.max_by_key(|value| value.rank()) {
                Some(best) => best,
                None if node.in_check => Value::from_number(0),
                None => Value::Draw,
            };
            if value != values[number] {
                values[number] = value;
                for &before in self.predecessors.of(number) {
                    if !std::mem::replace(&mut waits[before as usize], true) {
                        waiting.push_back(before as usize);
                    }
                }
            }
        }
        values
    }

    /// Computes a table of helpmates by a breadth-first search. Also returns the positions with a
    /// legal en-passant right that can follow a legal double push, with their helpmates. `tables`
    /// are those that captures and promotions lead to.
    pub fn solve_helpmates(&self, tables: &TableSet) -> (PlainTable, Vec<(Board, Helpmates)>) {
        let count = self.layout.count();
        let found = Color::ALL.map(|mating| self.helpmates(mating, tables));
        let [by_white, by_black] = found.each_ref().map(|plies| {
            let cell = |plies: &Option<u16>| plies.map_or(0, |plies| plies as u8 + 1);
            halves(&plies[..2 * count].iter().map(cell).collect::<Vec<u8>>())
        });
        let table = PlainTable::new(self.layout.clone(), by_white, self.legal())
            .with_metric(Metric::Helpmate, Some(by_black.map(Into::into)));
        let of = |number: usize| found.each_ref().map(|plies| plies[2 * count + number]);
        let en_passant = self.en_passant.iter().cloned().enumerate();
        (table, en_passant.map(|(number, board)| (board, of(number))).collect())
    }

    /// Computes the plies of the shortest helpmate by a colour from every node, ply by ply.
    fn helpmates(&self, mating: Color, tables: &TableSet) -> Vec<Option<u16>> {
        let count = self.layout.count();
        let side_to_move = |number: usize| match self.en_passant.get(number.wrapping_sub(2 * count))
        {
            Some(board) => board.side_to_move(),
            None => Color::ALL[number / count],
        };
        // The nodes whose shortest helpmate has a given number of plies, `[ply]`.
        let mut reached: Vec<Vec<u32>> = vec![Vec::new(); 300];
        for (number, node) in self.legal_nodes() {
            for stored in self.conversions_of(node).iter().flatten() {
                let mating = if stored.is_swapped { !mating } else { mating };
                let table = self.table_of(stored, tables);
                let plies = table.helpmates(stored.side_to_move, stored.index as usize);
                if let Some(plies) = plies[mating as usize] {
                    reached[usize::from(plies) + 1].push(number as u32);
                }
            }
            let is_over = self.edges_of(node).is_empty() && node.conversions.is_empty();
            if is_over && node.in_check && side_to_move(number) != mating {
                reached[0].push(number as u32);
            }
        }
        let mut found = vec![None; self.nodes.len()];
        for ply in 0..reached.len() {
            for number in std::mem::take(&mut reached[ply]) {
                if found[number as usize].is_none() {
                    found[number as usize] = Some(ply as u16);
                    reached[ply + 1].extend(self.predecessors.of(number as usize));
                }
            }
        }
        found
    }
}

impl Predecessors {
    fn of(&self, node: usize) -> &[u32] {
        &self.nodes[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// Splits the elements by side to move.
fn halves<T: Clone>(all: &[T]) -> [Vec<T>; 2] {
    let (white, black) = all.split_at(all.len() / 2);
    [white.to_vec(), black.to_vec()]
}
