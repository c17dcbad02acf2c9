//! A learned recognizer: a decision tree over features whose leaves claim a draw or nothing.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Mutex,
    thread::ThreadId,
};

use drawproof_recognizers::{
    Claim, Position,
    features::{Library, Men, expression::NodeId, lanes::Lanes},
};
use drawproof_verifier::{Answers, Batch, Claims, Fault, PatternName, Subject};

use crate::columns::BatchColumns;

/// Where a branch leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// To another branch, by number.
    Branch(u32),
    /// To the claim that the position is drawn.
    Draw,
    /// To no claim.
    Unknown,
}

/// A question about a feature and where its answers lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Number of the feature in its library.
    pub feature: usize,
    /// The first child is for values up to it, the second for larger ones.
    pub threshold: u8,
    /// Where to go.
    pub children: [Child; 2],
}

/// A decision tree. Branches are numbered level by level, the root is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The branches.
    pub branches: Vec<Branch>,
    /// With no branch: whether every position is claimed drawn.
    pub everything: bool,
}

impl Tree {
    /// The number of leaves.
    pub fn leaves(&self) -> usize {
        self.branches.len() + 1
    }

    /// The features it asks about, in ascending order.
    pub fn features(&self) -> Vec<usize> {
        let used: BTreeSet<usize> = self.branches.iter().map(|branch| branch.feature).collect();
        used.into_iter().collect()
    }

    /// The leaf that values of features lead to: its branch and side; `None` without branches.
    pub fn leaf(&self, value: impl Fn(usize) -> u8) -> Option<(usize, usize)> {
        if self.branches.is_empty() {
            return None;
        }
        let mut at = 0;
        loop {
            let branch = &self.branches[at];
            let side = usize::from(value(branch.feature) > branch.threshold);
            match branch.children[side] {
                Child::Branch(next) => at = next as usize,
                _ => return Some((at, side)),
            }
        }
    }

    /// Whether a leaf claims a draw.
    #[inline(always)]
    pub fn claims(&self, leaf: Option<(usize, usize)>) -> bool {
        match leaf {
            None => self.everything,
            Some((branch, side)) => self.branches[branch].children[side] == Child::Draw,
        }
    }

    /// Takes back the claim of a leaf.
    pub fn demote(&mut self, leaf: Option<(usize, usize)>) {
        match leaf {
            None => self.everything = false,
            Some((branch, side)) => self.branches[branch].children[side] = Child::Unknown,
        }
    }

    /// Cuts off what claims nothing; branches are numbered anew.
    pub fn tidy(&mut self) {
        let mut claims = vec![false; self.branches.len()];
        for (number, branch) in self.branches.iter().enumerate().rev() {
            claims[number] = branch.children.iter().any(|child| match *child {
                Child::Branch(next) => claims[next as usize],
                Child::Draw => true,
                Child::Unknown => false,
            });
        }
        let mut order: Vec<usize> = Vec::new();
        if claims.first() == Some(&true) {
            order.push(0);
        }
        let (mut next, mut branches) = (0, Vec::new());
        while next < order.len() {
            let branch = self.branches[order[next]];
            let children = branch.children.map(|child| match child {
                Child::Branch(below) if claims[below as usize] => {
                    order.push(below as usize);
                    Child::Branch(order.len() as u32 - 1)
                }
                Child::Branch(_) => Child::Unknown,
                leaf => leaf,
            });
            branches.push(Branch { children, ..branch });
            next += 1;
        }
        self.branches = branches;
    }
}

/// A tree as a rule.
pub struct Learned {
    name: String,
    men: Men,
    tree: Tree,
    /// The node that each branch asks for.
    asked: Vec<NodeId>,
    /// Room for values by thread, while none is at work there.
    rooms: Mutex<HashMap<ThreadId, Room>>,
    empty: Lanes,
}

/// Room for values, and what was asked last.
struct Room {
    values: Lanes,
    /// What is asked.
    men: BatchColumns,
    /// What was asked last, and about which lanes.
    last: BatchColumns,
    lanes: u64,
    /// The lanes that were claimed drawn.
    draw: u64,
}

impl Room {
    fn new(values: Lanes) -> Room {
        let [men, last] = [(); 2].map(|()| BatchColumns::default());
        Room { values, men, last, lanes: 0, draw: 0 }
    }
}

impl Learned {
    /// A tree over the features of a library as a rule.
    pub fn new(name: &str, library: &Library, tree: &Tree) -> Learned {
        let used = tree.features();
        let nodes: Vec<NodeId> = used.iter().map(|&f| library.features()[f].node).collect();
        let (program, roots) = library.program().part(&nodes);
        let place = |feature| used.binary_search(&feature).expect("it is used");
        Learned {
            name: name.into(),
            men: library.men().clone(),
            tree: tree.clone(),
            asked: tree.branches.iter().map(|branch| roots[place(branch.feature)]).collect(),
            rooms: Mutex::default(),
            empty: Lanes::new(program),
        }
    }

    /// Room for the values of features.
    pub fn room(&self) -> Lanes {
        self.empty.clone()
    }

    /// Sends the positions in the lanes of `set` through the tree. `visit` is told each branch and
    /// the lanes that come to it, `end` each leaf (as [`Tree::leaf`] has it) and its lanes.
    pub fn send(
        &self,
        room: &mut Lanes,
        set: u64,
        mut visit: impl FnMut(usize, u64),
        mut end: impl FnMut(Option<(usize, usize)>, u64),
    ) {
        if self.tree.branches.is_empty() {
            return end(None, set);
        }
        let mut waiting = Vec::with_capacity(64);
        waiting.push((0, set));
        while let Some((at, set)) = waiting.pop() {
            visit(at, set);
            let branch = &self.tree.branches[at];
            let column = room.column(self.asked[at], set);
            let threshold = u64::from(branch.threshold);
            let (mut more, mut left) = (0, set);
            while left != 0 {
                let lane = left.trailing_zeros();
                left &= left - 1;
                more |= u64::from(column[lane as usize] > threshold) << lane;
            }
            for (side, part) in [set & !more, more].into_iter().enumerate() {
                match branch.children[side] {
                    _ if part == 0 => {}
                    Child::Branch(next) => waiting.push((next as usize, part)),
                    _ => end(Some((at, side)), part),
                }
            }
        }
    }

    /// The lanes of `set` that are claimed drawn, the room being filled with the positions.
    pub fn draws(&self, room: &mut Lanes, set: u64) -> u64 {
        let mut claimed = 0;
        let claim = |leaf, part| {
            if self.tree.claims(leaf) {
                claimed |= part;
            }
        };
        self.send(room, set, |_, _| {}, claim);
        claimed
    }

    /// The claim about one position.
    pub fn claim(&self, position: &Position) -> Option<Claim> {
        let mut answers = Answers::default();
        let batch = Batch::single(position);
        self.ask(&batch, false, &mut answers).expect("it always answers");
        answers.claims.get(0)
    }
}

impl Subject for Learned {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn patterns(&self) -> Vec<PatternName> {
        Vec::new()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        let thread = std::thread::current().id();
        let rooms = || self.rooms.lock().expect("no thread panicked with it");
        let own = rooms().remove(&thread);
        let mut room = own.unwrap_or_else(|| Room::new(self.room()));
        room.men.fill(batch, &self.men);
        let lanes = batch.lanes() & !room.men.en_passant;
        // With colours reversed the men are the same ones to the tree.
        if room.lanes != lanes || room.men != room.last {
            room.values.begin(&room.men.men, room.men.varying, room.men.first_to_move);
            room.draw = self.draws(&mut room.values, lanes);
            room.lanes = lanes;
            std::mem::swap(&mut room.men, &mut room.last);
        }
        let claims = Claims { draw: room.draw, ..Claims::default() };
        rooms().insert(thread, room);
        answers.claims = claims;
        answers.patterns = [0; 64];
        Ok(())
    }
}
