//! Decisions that are recorded: to be counted, then coded.

use super::contexts;

/// Decisions in the order in which they are made.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The decisions, and room for more.
    memory: Vec<u32>,
    count: usize,
}

impl Trace {
    /// A trace without decisions.
    pub const fn new() -> Trace {
        Trace { memory: Vec::new(), count: 0 }
    }

    /// The decisions, each as 2 * context + bit.
    pub fn decisions(&self) -> &[u32] {
        &self.memory[..self.count]
    }

    /// Forgets all decisions, and keeps the memory.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// The same decisions, in as much memory as they need.
    #[must_use]
    pub fn fitted(&self) -> Trace {
        Trace { memory: self.decisions().to_vec(), count: self.count }
    }

    /// Room for `room` decisions more after those that there are.
    #[inline(always)]
    pub fn room(&mut self, room: usize) -> &mut [u32] {
        let end = self.count + room;
        if self.memory.len() < end {
            self.memory.resize(end.next_power_of_two(), 0);
        }
        &mut self.memory[self.count..end]
    }

    /// The first `count` elements of [`Trace::room`] are decisions.
    #[inline(always)]
    pub fn add(&mut self, count: usize) {
        self.count += count;
    }
}

const _: () = assert!(contexts::COUNT < 1 << 31);

#[cfg(test)]
impl super::coder::Coder for Trace {
    fn flag(&mut self, context: usize, bit: bool) -> bool {
        self.room(1)[0] = 2 * context as u32 + u32::from(bit);
        self.add(1);
        bit
    }
}
