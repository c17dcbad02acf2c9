//! Features over like men: smallest and largest value, so that their order does not matter.

use super::{
    List,
    expression::Term,
    men::{Group, Man},
};

impl List {
    /// A feature of each man of a group: of one man its value, of like men the least and the most.
    pub fn each<'a>(
        &mut self,
        group: &Group<'a>,
        name: &str,
        says: &str,
        value: impl Fn(&Man<'a>) -> Term<'a>,
    ) {
        let values: Vec<Term> = group.men.iter().map(value).collect();
        self.spread(name, says, &values);
    }

    /// A feature of each pair of men of two groups, in the same way.
    pub fn pairs<'a>(
        &mut self,
        (a, b): (&Group<'a>, &Group<'a>),
        name: &str,
        says: &str,
        value: impl Fn(&Man<'a>, &Man<'a>) -> Term<'a>,
    ) {
        let mut values = Vec::new();
        for x in &a.men {
            values.extend(b.men.iter().map(|y| value(x, y)));
        }
        self.spread(name, says, &values);
    }

    /// The one value, or the least and the most of several, and of two their sum.
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

    /// The number of squares in a set.
    pub fn number(&mut self, name: &str, says: &str, set: Term) {
        self.add(name, says, Term::count([set]));
    }

    /// Whether a set has a square.
    pub fn whether(&mut self, name: &str, says: &str, set: Term) {
        self.add(name, says, Term::any([set]));
    }
}
