//! Collects features. Features of like men are aggregated to their minimum, maximum and sum, so
//! that the order of the men does not matter.

use crate::{
    graph::Term,
    program::NodeId,
    view::{Group, Man},
};

/// A number that describes a position, with its name and meaning.
#[derive(Clone, Debug)]
pub struct Feature {
    /// A short stable identifier, such as `weak-king-flights`.
    pub name: String,
    /// The meaning of the number, in one phrase.
    pub says: String,
    /// The node of the library's program that computes the number.
    pub node: NodeId,
}

/// Features under construction.
pub(crate) struct List {
    pub features: Vec<Feature>,
}

impl List {
    /// Adds a feature, unless the list already has its expression.
    pub fn add(&mut self, name: &str, says: &str, term: Term) {
        if !self.features.iter().any(|known| known.node == term.id) {
            self.features.push(Feature { name: name.into(), says: says.into(), node: term.id });
        }
    }

    /// Adds a feature for the value of a group's only man, or features for the minimum, maximum and
    /// sum of the values of its like men. In `name`, `@` stands for the group.
    pub fn each<'a>(
        &mut self,
        group: &Group<'a>,
        name: &str,
        says: &str,
        value: impl FnMut(&Man<'a>) -> Term<'a>,
    ) {
        let values: Vec<Term> = group.men.iter().map(value).collect();
        self.spread(&name.replace('@', &group.name), says, &values);
    }

    /// Adds features for the number of squares in the set of each man, as [`List::each`] does for
    /// values.
    pub fn counts<'a>(
        &mut self,
        group: &Group<'a>,
        name: &str,
        says: &str,
        set: impl Fn(&Man<'a>) -> Term<'a>,
    ) {
        self.each(group, name, says, |man| Term::count([set(man)]));
    }

    /// Adds features that are 1 if the set of a man has a square, else 0, as [`List::each`] does
    /// for values.
    pub fn flags<'a>(
        &mut self,
        group: &Group<'a>,
        name: &str,
        says: &str,
        set: impl Fn(&Man<'a>) -> Term<'a>,
    ) {
        self.each(group, name, says, |man| Term::any([set(man)]));
    }

    /// Adds features for the value of each pair of men of two groups, combined as in
    /// [`List::each`]. In `name`, `@` and `#` stand for the groups.
    pub fn pairs<'a>(
        &mut self,
        (a, b): (&Group<'a>, &Group<'a>),
        name: &str,
        says: &str,
        mut value: impl FnMut(&Man<'a>, &Man<'a>) -> Term<'a>,
    ) {
        let pairs = a.men.iter().flat_map(|x| b.men.iter().map(move |y| (x, y)));
        let values: Vec<Term> = pairs.map(|(x, y)| value(x, y)).collect();
        self.spread(&name.replace('@', &a.name).replace('#', &b.name), says, &values);
    }

    /// Adds a feature for a single value, or features for the minimum and maximum of several
    /// values; for two values, also for their sum.
    pub fn spread(&mut self, name: &str, says: &str, values: &[Term]) {
        if let [only] = values {
            self.add(name, says, *only);
            return;
        }
        let least = values.iter().copied().reduce(|a, b| Term::least([a, b]));
        let most = values.iter().copied().reduce(|a, b| Term::most([a, b]));
        let (Some(least), Some(most)) = (least, most) else { return };
        self.add(&format!("{name}-least"), &format!("{says}: the least"), least);
        self.add(&format!("{name}-most"), &format!("{says}: the most"), most);
        if let [a, b] = *values {
            self.add(&format!("{name}-sum"), &format!("{says}: the sum"), Term::plus([a, b]));
        }
    }

    /// Adds a feature that is the number of squares in a set.
    pub fn number(&mut self, name: &str, says: &str, set: Term) {
        self.add(name, says, Term::count([set]));
    }

    /// Adds a feature that is 1 if a set has a square, else 0.
    pub fn whether(&mut self, name: &str, says: &str, set: Term) {
        self.add(name, says, Term::any([set]));
    }
}
