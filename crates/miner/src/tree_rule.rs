//! A learned tree as a rule that the verifier can ask.

use std::{collections::HashMap, sync::Mutex, thread::ThreadId};

use drawproof_features::{
    Library, Men,
    lanes::Lanes,
    program::NodeId,
    tree::{Child, Tree},
};
use drawproof_recognizers::{Claim, Position};
use drawproof_verifier::{Answers, Batch, Claims, Fault, Reason, Subject};

use crate::world::BatchColumns;

/// A tree over the features of an endgame, as a rule.
pub struct TreeRule {
    name: String,
    men: Men,
    tree: Tree,
    /// The node of each branch whose value is compared.
    asked: Vec<NodeId>,
    /// The buffers of each thread while it is not in a call.
    rooms: Mutex<HashMap<ThreadId, Room>>,
    empty: Lanes,
}

/// The buffers of a thread, with the last batch and its answers.
struct Room {
    values: Lanes,
    /// The men of the current batch.
    men: BatchColumns,
    /// The men of the last batch, and its lanes below.
    last: BatchColumns,
    lanes: u64,
    /// The lanes of the last batch that the tree claims drawn.
    draw: u64,
}

impl Room {
    fn new(values: Lanes) -> Room {
        let [men, last] = [(); 2].map(|()| BatchColumns::default());
        Room { values, men, last, lanes: 0, draw: 0 }
    }
}

impl TreeRule {
    /// Makes a rule from a tree over the features of a library.
    pub fn new(name: &str, library: &Library, tree: &Tree) -> TreeRule {
        let used = tree.features();
        let nodes: Vec<NodeId> = used.iter().map(|&f| library.features()[f].node).collect();
        let (program, roots) = library.program().part(&nodes);
        let place = |feature| used.binary_search(&feature).expect("it is used");
        TreeRule {
            name: name.into(),
            men: library.men().clone(),
            tree: tree.clone(),
            asked: tree.branches.iter().map(|branch| roots[place(branch.feature)]).collect(),
            rooms: Mutex::default(),
            empty: Lanes::new(program),
        }
    }

    /// Allocates buffers for the features of 64 positions, for [`TreeRule::send`].
    pub fn room(&self) -> Lanes {
        self.empty.clone()
    }

    /// Sends the positions in `room` whose lanes (bits) are in `set` through the tree. Calls
    /// `visit` with each branch and the lanes that reach it, and `end` with each leaf (as
    /// [`Tree::leaf`] returns it) and the lanes that end there.
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

    /// Returns the lanes of `set` whose positions in `room` the tree claims drawn, as bits.
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

    /// Returns the claim of the tree about one position.
    pub fn claim(&self, position: &Position) -> Claim {
        let mut answers = Answers::default();
        let batch = Batch::single(position);
        self.ask(&batch, false, &mut answers).expect("it always answers");
        answers.claims.get(0)
    }
}

impl Subject for TreeRule {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn reasons(&self) -> Vec<Reason> {
        Vec::new()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        let thread = std::thread::current().id();
        let rooms = || self.rooms.lock().expect("no thread panicked with it");
        let own = rooms().remove(&thread);
        let mut room = own.unwrap_or_else(|| Room::new(self.room()));
        room.men.fill(batch, &self.men);
        let lanes = batch.lanes() & !room.men.en_passant;
        // For the tree, a colour-reversed batch has the same men, and so the same answers.
        if room.lanes != lanes || room.men != room.last {
            room.values.begin(&room.men.squares);
            room.draw = self.draws(&mut room.values, lanes);
            room.lanes = lanes;
            std::mem::swap(&mut room.men, &mut room.last);
        }
        let claims = Claims::drawn(room.draw, batch.lanes());
        rooms().insert(thread, room);
        answers.claims = claims;
        answers.patterns = [0; 64];
        Ok(())
    }
}
