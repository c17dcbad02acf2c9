//! Principal variations, one per ply of the line being searched.

use drawproof_board::Move;

use crate::score::MAX_PLY;

/// `lines[ply]` is the best line found so far from the node at `ply`.
pub struct Lines {
    lines: Vec<Vec<Move>>,
}

impl Default for Lines {
    fn default() -> Self {
        Lines { lines: vec![Vec::new(); MAX_PLY + 2] }
    }
}

impl Lines {
    /// A new node begins at `ply`.
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The best line from `ply` is now `mv` and the best line of the node after it.
    pub fn set(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// The best line from `ply`.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}
