//! Which questions of a tree are asked in code, one after the other, and which by way of tables.
//!
//! Few branches see most of the positions. Those are written as code: a feature is worked out where
//! it is first needed, cheaper than any loop over tables. The many others stay in the tables, where
//! a branch takes little more than a byte.

use std::{cmp::Reverse, fmt::Write};

use drawproof_recognizers::features::{
    Library,
    expression::{NodeId, Program},
};

use super::expressions::{Spelling, Writer};
use crate::{
    compact::Compact,
    count::Counted,
    tree::{Child, Tree},
};

/// Most branches that are written as code.
const BRANCHES_IN_CODE: usize = 128;

/// Share of the visits to a branch that must need a value before it is worked out there rather
/// than further down.
const OFTEN: f64 = 0.9;

/// A line of code, or several.
pub(super) enum Step {
    /// A declaration.
    Declare(String),
    /// What is done if a condition holds; it never comes back from there.
    If(String, Vec<Step>),
    /// The answer.
    Claim(bool),
    /// On by the tables, from a branch.
    Walk(usize),
}

/// How a language writes steps.
pub(super) struct StepStyle {
    /// What stands around a condition.
    pub brackets: [&'static str; 2],
    /// What is answered for no claim and for a claim.
    pub answers: [&'static str; 2],
}

/// Writes steps, indented by `depth`; `call` is the walk's with `#` for the branch.
pub(super) fn write_steps(
    out: &mut String,
    steps: &[Step],
    style: &StepStyle,
    call: &str,
    depth: usize,
) {
    let indent = "    ".repeat(depth);
    for step in steps {
        let _ = match step {
            Step::Declare(line) => writeln!(out, "{indent}{line}"),
            Step::Claim(draw) => {
                writeln!(out, "{indent}return {};", style.answers[usize::from(*draw)])
            }
            Step::Walk(branch) => {
                writeln!(out, "{indent}return {};", call.replace('#', &branch.to_string()))
            }
            Step::If(condition, inside) => {
                let [open, close] = style.brackets;
                let _ = writeln!(out, "{indent}if {open}{condition}{close} {{");
                write_steps(out, inside, style, call, depth + 1);
                writeln!(out, "{indent}}}")
            }
        };
    }
}

/// A tree as code and tables.
pub(super) struct Plan {
    /// The first branches.
    pub steps: Vec<Step>,
    /// The walk by the tables; `None` if all branches are code.
    pub walk: Option<Walk>,
}

/// The features that the walk by the tables asks for, in the tree's order: declarations and the
/// value; `None` for those it does not.
pub(super) type Walk = Vec<Option<(Vec<String>, String)>>;

impl Plan {
    /// Plans a tree with branches.
    pub fn new(
        library: &Library,
        tree: &Tree,
        compact: &Compact,
        counted: &Counted,
        spelling: &Spelling,
    ) -> Plan {
        let nodes: Vec<NodeId> =
            compact.features.iter().map(|&feature| library.features()[feature].node).collect();
        let (program, roots) = library.program().part(&nodes);
        let place = |feature| compact.features.binary_search(&feature).expect("it is used");
        let asked = tree.branches.iter().map(|b| roots[place(b.feature)]).collect();
        let mut visits = counted.visits.clone();
        visits.resize(tree.branches.len(), 0);
        let in_code = most_visited(&visits);
        let planner = Planner { tree, visits, asked, in_code, program: &program };
        let mut writer = Writer::new(&program, spelling);
        let steps = planner.steps(0, &mut writer);
        let some_left = planner.in_code.contains(&false);
        let walk = some_left.then(|| planner.walk(&roots, Writer::new(&program, spelling)));
        Plan { steps, walk }
    }
}

/// The branches that most positions come to. With a branch come those above it.
fn most_visited(visits: &[u64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..visits.len()).collect();
    order.sort_by_key(|&branch| (Reverse(visits[branch]), branch));
    let mut chosen = vec![false; visits.len()];
    order.iter().take(BRANCHES_IN_CODE).for_each(|&branch| chosen[branch] = true);
    chosen
}

struct Planner<'a> {
    tree: &'a Tree,
    visits: Vec<u64>,
    /// The node that each branch asks for.
    asked: Vec<NodeId>,
    /// Whether a branch is written as code.
    in_code: Vec<bool>,
    program: &'a Program,
}

impl Planner<'_> {
    /// How often each node is needed at a branch or further down in code, as a share of the visits
    /// to the branch; nothing is needed for what is declared.
    fn needs(&self, branch: usize, writer: &Writer) -> Vec<f64> {
        let mut needs = self.needs_below(branch, writer);
        needs[self.asked[branch] as usize] = 1.0;
        for id in (0..needs.len()).rev() {
            if needs[id] > 0.0 && !writer.is_declared(id as NodeId) {
                for &operand in self.program.operands(id as NodeId) {
                    needs[operand as usize] = f64::max(needs[operand as usize], needs[id]);
                }
            }
        }
        needs
    }

    /// The same without the branch itself.
    fn needs_below(&self, branch: usize, writer: &Writer) -> Vec<f64> {
        let mut needs = vec![0.0; self.program.nodes().len()];
        for child in self.tree.branches[branch].children {
            let Child::Branch(below) = child else { continue };
            let below = below as usize;
            if self.in_code[below] {
                let share = self.visits[below] as f64 / self.visits[branch].max(1) as f64;
                let of_child = self.needs(below, writer);
                needs.iter_mut().zip(&of_child).for_each(|(own, need)| *own += share * need);
            }
        }
        needs
    }

    /// The code of a branch and of what is below.
    fn steps(&self, branch: usize, writer: &mut Writer) -> Vec<Step> {
        let asked = self.asked[branch];
        let uses = writer.uses(&[asked]);
        let (needs, below) = (self.needs(branch, writer), self.needs_below(branch, writer));
        let mut steps = Vec::new();
        let mut declared = Vec::new();
        for id in 0..uses.len() {
            let here = uses[id] > 1 || (uses[id] > 0 && below[id] > 0.0);
            let often = needs[id] >= OFTEN && below[id] > 0.0;
            if (here || often) && !writer.is_at_hand(id as NodeId) {
                steps.push(Step::Declare(writer.declare(id as NodeId)));
                declared.push(id as NodeId);
            }
        }
        // The way with fewer questions goes inside the condition.
        let children = self.tree.branches[branch].children;
        let inner = usize::from(self.size(children[1]) <= self.size(children[0]));
        let threshold = self.tree.branches[branch].threshold;
        let condition = writer.condition(asked, threshold, inner == 0);
        let inside = self.way(children[inner], writer);
        steps.push(Step::If(condition, inside));
        steps.extend(self.way(children[1 - inner], writer));
        declared.into_iter().for_each(|id| writer.forget(id));
        steps
    }

    fn way(&self, child: Child, writer: &mut Writer) -> Vec<Step> {
        match child {
            Child::Draw => vec![Step::Claim(true)],
            Child::Unknown => vec![Step::Claim(false)],
            Child::Branch(below) if self.in_code[below as usize] => {
                self.steps(below as usize, writer)
            }
            Child::Branch(below) => vec![Step::Walk(below as usize)],
        }
    }

    /// The number of branches in code from a way on.
    fn size(&self, child: Child) -> usize {
        match child {
            Child::Branch(below) if self.in_code[below as usize] => {
                let children = self.tree.branches[below as usize].children;
                1 + children.iter().map(|&child| self.size(child)).sum::<usize>()
            }
            _ => 0,
        }
    }

    fn walk(&self, roots: &[NodeId], mut writer: Writer) -> Walk {
        let is_asked =
            |root: NodeId| (0..self.asked.len()).any(|b| !self.in_code[b] && self.asked[b] == root);
        let feature = |&root: &NodeId| is_asked(root).then(|| feature(&mut writer, root));
        roots.iter().map(feature).collect()
    }
}

/// A feature: what it uses twice is declared before.
fn feature(writer: &mut Writer, root: NodeId) -> (Vec<String>, String) {
    let uses = writer.uses(&[root]);
    let mut lines = Vec::new();
    let mut declared = Vec::new();
    for id in 0..root {
        if uses[id as usize] > 1 && !writer.is_at_hand(id) {
            lines.push(writer.declare(id));
            declared.push(id);
        }
    }
    let value = writer.text(root);
    declared.into_iter().for_each(|id| writer.forget(id));
    (lines, value)
}
