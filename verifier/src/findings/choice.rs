//! The incorrect claims that a report shows: some of each class and distance, of many groups.
//!
//! Claims are sorted into *cells* by class and by distance to mate, in ranges that double. Of each
//! cell the best claim of each *group* is kept, if its group is among the best ones: an exact choice
//! from all claims in bounded memory, whatever their order. [`Choice::pick`] goes round the cells.

use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    hash::Hash,
};

use drawproof_tables::mixing::mixed;
use serde::{Deserialize, Serialize};

use super::wrong_claim::{Candidate, Group, Kept, WrongClaim, WrongKey};
use crate::{
    enumerate::{Class, DRAWN},
    sample::Smallest,
};

/// Ranges of distances: 0, 1, 2 to 3, 4 to 7 and so on; the last one holds the draws.
const RANGES: usize = 17;

/// Entries kept for each one wanted. Several stored positions may belong to one symmetry class,
/// which only the conclusion recognises: two orders of like men (twice), two mirror images on the
/// diagonal, two colours, with and without an en-passant right: 2^5.
pub(super) const KEPT_PER_EXAMPLE: usize = 32;

/// Candidates for the examples of incorrect claims. The serialized form has the kept candidates,
/// but not the limit.
#[derive(Clone, Serialize, Deserialize)]
#[serde(into = "Vec<Kept>", from = "Vec<Kept>")]
pub(crate) struct Choice {
    /// The number of examples wanted.
    limit: usize,
    /// The best claims of the best groups, `[class][range]`; empty until the first claim.
    cells: Vec<[BestOfGroups; RANGES]>,
    /// The first claims by class and key, for rules with fewer groups than examples wanted.
    first: Smallest<(Class, WrongKey), Candidate>,
    /// Class and distance of the last of `first`, if it is full.
    last: (Class, u16),
}

/// An incorrect claim chosen as an example.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picked {
    pub class: Class,
    pub key: WrongKey,
    pub group: Group,
    pub claim: WrongClaim,
}

impl Choice {
    pub fn new(limit: usize) -> Choice {
        let first = Smallest::new(KEPT_PER_EXAMPLE.saturating_mul(limit));
        let mut choice = Choice { limit, cells: Vec::new(), first, last: (Class::Quiet, 0) };
        choice.note_last();
        choice
    }

    /// Offers an incorrect claim about a position that is `plies` from mate; `number` identifies
    /// the stored position. Calls `candidate` only if the claim may be kept.
    #[inline]
    pub fn offer(
        &mut self,
        class: Class,
        plies: u16,
        number: u64,
        candidate: impl FnOnce() -> Candidate,
    ) {
        let is_far = |cells: &[BestOfGroups; RANGES]| plies > cells[range_of(plies)].last_plies;
        if (class, plies) > self.last && self.cells.get(class as usize).is_some_and(is_far) {
            return;
        }
        self.consider(class, (plies, mixed(number)), candidate);
    }

    fn consider(&mut self, class: Class, key: WrongKey, candidate: impl FnOnce() -> Candidate) {
        if self.cells.is_empty() {
            let cells = || std::array::from_fn(|_| BestOfGroups::new(self.limit));
            self.cells = (0..Class::COUNT).map(|_| cells()).collect();
        }
        let cell = &mut self.cells[class as usize][range_of(key.0)];
        let first_key = (class, key);
        if !cell.accepts(key) && !self.first.accepts(&first_key) {
            return;
        }
        let (claim, group) = candidate();
        cell.insert((key, group), claim);
        self.first.insert(first_key, (claim, group));
        self.note_last();
    }

    /// Sets `last` to the class and distance beyond which `first` keeps nothing.
    fn note_last(&mut self) {
        self.last = match self.first.last_key() {
            Some(&(class, (plies, _))) => (class, plies),
            None if self.limit == 0 => (Class::Quiet, 0),
            None => (Class::Over, u16::MAX),
        };
    }

    /// Returns the kept claims, from which another [`Choice`] can make the same choice.
    pub fn kept(&self) -> impl Iterator<Item = (Class, WrongKey, &Group, &WrongClaim)> {
        let of_cells = Class::ALL.into_iter().zip(&self.cells).flat_map(|(class, ranges)| {
            let claims = ranges.iter().flat_map(|range| &range.claims);
            claims.map(move |((key, group), claim)| (class, *key, group, claim))
        });
        let first = self.first.entries();
        of_cells.chain(first.map(|(&(class, key), (claim, group))| (class, key, group, claim)))
    }

    /// Adds the claims of another choice and keeps the best of both.
    pub fn add(&mut self, other: Choice) {
        for (class, key, &group, &claim) in other.kept() {
            self.consider(class, key, || (claim, group));
        }
    }

    /// Returns the examples, sorted by class (quiet ones first) and by distance within a class.
    /// `symmetry_class` returns equal keys for claims about symmetric positions, of which only one
    /// is returned.
    ///
    /// Examples are taken from each class in turn. Within a class, they are taken from each range
    /// of distances in turn: the shortest distances, the longest, then the middle of the largest
    /// gap. The second class begins with the second of these ranges, and so on. From a range, the
    /// quickest mate of a group without an example is taken. When no such group is left, the turns
    /// are repeated without regard to groups. In the end, the first of the remaining claims are
    /// taken.
    pub fn pick<S: Hash + Eq>(self, symmetry_class: impl Fn(&WrongClaim) -> S) -> Vec<Picked> {
        let cells = self.cells.into_iter().enumerate();
        let mut tours: Vec<VecDeque<_>> =
            cells.map(|(class, ranges)| tour(ranges, class)).collect();
        let mut picked: Vec<Picked> = Vec::new();
        let (mut shown, mut groups) = (HashSet::new(), HashSet::new());
        for new_groups_only in [true, false] {
            let mut left = vec![VecDeque::new(); tours.len()];
            while picked.len() < self.limit && tours.iter().any(|tour| !tour.is_empty()) {
                for (class, tour) in tours.iter_mut().enumerate() {
                    while picked.len() < self.limit
                        && let Some(((key, group), claim)) = tour.pop_front()
                    {
                        if new_groups_only && groups.contains(&group) {
                            left[class].push_back(((key, group), claim));
                        } else if shown.insert(symmetry_class(&claim)) {
                            groups.insert(group);
                            picked.push(Picked { class: Class::ALL[class], key, group, claim });
                            break;
                        }
                    }
                }
            }
            tours = left;
        }
        for ((class, key), (claim, group)) in self.first.into_entries() {
            if picked.len() < self.limit && shown.insert(symmetry_class(&claim)) {
                picked.push(Picked { class, key, group, claim });
            }
        }
        picked.sort_by_key(|example| (example.class, example.key));
        picked
    }
}

impl From<Choice> for Vec<Kept> {
    fn from(choice: Choice) -> Vec<Kept> {
        choice.kept().map(|(class, key, &group, &claim)| (class, key, group, claim)).collect()
    }
}

impl From<Vec<Kept>> for Choice {
    fn from(kept: Vec<Kept>) -> Choice {
        let mut choice = Choice::new(usize::MAX);
        for (class, key, group, claim) in kept {
            choice.consider(class, key, || (claim, group));
        }
        choice
    }
}

/// Returns the claims of a class in the order of the tour: the best of each range, then the second
/// of each. It begins with the range that is the number `begin` in the order of [`spread`].
fn tour(ranges: [BestOfGroups; RANGES], begin: usize) -> VecDeque<((WrongKey, Group), WrongClaim)> {
    let ranges: Vec<_> = ranges.into_iter().filter(|range| !range.claims.is_empty()).collect();
    let mut order = vec![0; ranges.len()];
    let mut places = spread(ranges.len());
    places.rotate_left(begin.checked_rem(ranges.len()).unwrap_or(0));
    for (turn, place) in places.into_iter().enumerate() {
        order[place] = turn;
    }
    let mut claims: Vec<_> = ranges
        .into_iter()
        .zip(order)
        .flat_map(|(range, turn)| {
            range.claims.into_iter().enumerate().map(move |(round, claim)| ((round, turn), claim))
        })
        .collect();
    claims.sort_by_key(|&(turn, _)| turn);
    claims.into_iter().map(|(_, claim)| claim).collect()
}

/// Returns the places 0 to `count - 1`: the first, the last, then always the middle of the largest
/// gap.
fn spread(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = [0, count.saturating_sub(1)].into_iter().take(count).collect();
    while order.len() < count {
        let mut taken = order.clone();
        taken.sort_unstable();
        let gaps = taken.windows(2).map(|gap| (gap[1] - gap[0], gap[0]));
        let (width, begin) = gaps.rev().max_by_key(|&(width, _)| width).expect("two are taken");
        order.push(begin + width / 2);
    }
    order
}

/// Returns the range of a distance.
fn range_of(plies: u16) -> usize {
    match plies {
        DRAWN => RANGES - 1,
        _ => (u16::BITS - plies.leading_zeros()).min(RANGES as u32 - 2) as usize,
    }
}

/// The best claim of each of the best groups of a cell.
#[derive(Clone, Debug)]
struct BestOfGroups {
    /// The number of groups.
    limit: usize,
    claims: BTreeMap<(WrongKey, Group), WrongClaim>,
    /// The key of the best claim of each group in `claims`.
    keys: HashMap<Group, WrongKey>,
    /// The greatest distance, if the number of claims has reached the limit.
    last_plies: u16,
}

impl BestOfGroups {
    fn new(limit: usize) -> BestOfGroups {
        let last_plies = if limit == 0 { 0 } else { u16::MAX };
        BestOfGroups { limit, claims: BTreeMap::new(), keys: HashMap::new(), last_plies }
    }

    /// Returns whether `insert` may still keep a claim with this key.
    fn accepts(&self, key: WrongKey) -> bool {
        self.claims.len() < self.limit
            || self.claims.last_key_value().is_some_and(|((last, _), _)| key <= *last)
    }

    /// Keeps the claim if it is the best of its group and its group is among the best.
    ///
    /// A group is only dropped when `limit` others have a better claim. If its best claim of all
    /// comes later, it is in again, so the order of the claims does not matter.
    fn insert(&mut self, (key, group): (WrongKey, Group), claim: WrongClaim) {
        match self.keys.get(&group) {
            Some(&best) if best < key => return,
            Some(&best) if best == key => {
                let known = self.claims.get_mut(&(key, group)).expect("both maps have the group");
                *known = claim.min(*known);
                return;
            }
            Some(&best) => {
                self.claims.remove(&(best, group));
            }
            None => {}
        }
        self.keys.insert(group, key);
        self.claims.insert((key, group), claim);
        if self.claims.len() > self.limit
            && let Some(((_, group), _)) = self.claims.pop_last()
        {
            self.keys.remove(&group);
        }
        if self.claims.len() == self.limit
            && let Some((((plies, _), _), _)) = self.claims.last_key_value()
        {
            self.last_plies = *plies;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{enumerate::WordPlace, position::OrderedPosition};

    fn claim(number: u64) -> WrongClaim {
        let position = drawproof_recognizers::Position {
            colour: [number, 0],
            kind: [0; 6],
            side_to_move: 0,
            en_passant: 64,
        };
        let position = OrderedPosition::from(&position);
        let word = WordPlace { black_to_move: false, word: 0, target: None };
        WrongClaim { variant: 0, position, claim: 1, plies: DRAWN, stored: (word, 0) }
    }

    #[test]
    fn ranges_double_and_are_visited_from_both_ends() {
        assert_eq!([0, 1, 2, 3, 4, 7, 8, 254].map(range_of), [0, 1, 2, 2, 3, 3, 4, 8]);
        assert!(range_of(DRAWN - 1) < range_of(DRAWN));
        assert_eq!(spread(6), [0, 5, 2, 3, 1, 4]);
        assert_eq!([spread(0), spread(1), spread(2)], [vec![], vec![0], vec![0, 1]]);
    }

    #[test]
    fn the_choice_is_exact_whatever_the_order_and_the_parts() {
        let offers: Vec<(Class, WrongKey, u64, Group)> = (0..4000)
            .map(|number| {
                let random = mixed(number);
                let class = Class::ALL[(random % 4) as usize];
                let group = Group::Features((random >> 8) as usize % 40);
                (class, ((random >> 20) as u16 % 100, random), number, group)
            })
            .collect();
        let choose = |offers: &mut dyn Iterator<Item = &(Class, WrongKey, u64, Group)>| {
            let mut choice = Choice::new(7);
            for &(class, key, number, group) in offers {
                choice.consider(class, key, || (claim(number), group));
            }
            choice
        };
        let picked = |choice: Choice| {
            let picked = choice.pick(|claim| claim.position);
            picked.into_iter().map(|p| (p.class, p.key, p.group)).collect::<Vec<_>>()
        };
        let forwards = picked(choose(&mut offers.iter()));
        assert_eq!(forwards, picked(choose(&mut offers.iter().rev())));
        let mut parts = choose(&mut offers[3000..].iter());
        parts.add(choose(&mut offers[..1500].iter()));
        parts.add(choose(&mut offers[1500..3000].iter()));
        assert_eq!(forwards, picked(parts));
        assert_eq!(forwards.len(), 7);
        // The quickest mate of all quiet ones is the first choice.
        let quickest = offers.iter().filter(|o| o.0 == Class::Quiet).map(|o| o.1).min();
        assert_eq!(Some(forwards[0].1), quickest);
        // All classes, each group once.
        let classes: HashSet<_> = forwards.iter().map(|p| p.0).collect();
        let groups: HashSet<_> = forwards.iter().map(|p| p.2).collect();
        assert_eq!((classes.len(), groups.len()), (4, 7));
    }

    #[test]
    fn few_groups_still_fill_the_report() {
        let mut choice = Choice::new(6);
        for number in 0..100 {
            choice.offer(Class::Quiet, 5, number, || (claim(number), Group::Patterns(1)));
        }
        // Half of the positions are images of the others.
        let picked = choice
            .pick(|claim| drawproof_recognizers::Position::from(claim.position).colour[0] / 2);
        assert_eq!(picked.len(), 6);
        assert!(picked.is_sorted_by_key(|p| p.key));
    }
}
