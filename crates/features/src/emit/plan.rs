//! Divides a tree between code and tables.
//!
//! A few branches see most positions. These branches become code: each feature is computed where it
//! is first needed, which is faster than a loop over tables. The other branches stay in tables,
//! where a branch takes little more than a byte.

use std::{cmp::Reverse, fmt::Write};

use super::expressions::{Spelling, Writer};
use crate::{
    library::Library,
    packed::PackedTree,
    program::{NodeId, Program},
    tree::{Child, Tree},
};

/// The maximum number of branches that become code.
pub(crate) const BRANCHES_IN_CODE: usize = 128;

/// The minimum share of the visits to a branch that need a value for the value to be computed at
/// that branch, before it is used.
const OFTEN: f64 = 0.9;

/// A statement of the generated code.
pub(super) enum Step {
    /// The declaration of a variable.
    Declare(String),
    /// A condition, and the statements that are executed if it holds; the last of them returns.
    If(String, Vec<Step>),
    /// A return statement: a claimed draw if true, otherwise no claim.
    Claim(bool),
    /// A return statement whose claim the walk through the tables finds, starting at this branch.
    Walk(usize),
}

/// Writes statements, indented by `depth`. `call` is the call of the walk; `#` in it stands for the
/// branch.
pub(super) fn write_steps(
    out: &mut String,
    steps: &[Step],
    spelling: &Spelling,
    call: &str,
    depth: usize,
) {
    let indent = "    ".repeat(depth);
    for step in steps {
        let _ = match step {
            Step::Declare(line) => writeln!(out, "{indent}{line}"),
            Step::Claim(draw) => {
                writeln!(out, "{indent}return {};", spelling.answers[usize::from(*draw)])
            }
            Step::Walk(branch) => {
                writeln!(out, "{indent}return {};", call.replace('#', &branch.to_string()))
            }
            Step::If(condition, inside) => {
                let [open, close] = spelling.brackets;
                let _ = writeln!(out, "{indent}if {open}{condition}{close} {{");
                write_steps(out, inside, spelling, call, depth + 1);
                writeln!(out, "{indent}}}")
            }
        };
    }
}

/// A tree as code and tables.
pub(super) struct Plan {
    /// The code of the busiest branches.
    pub steps: Vec<Step>,
    /// The walk through the tables; `None` if all branches are code.
    pub walk: Option<Walk>,
}

/// The declarations and the value of each feature of the tree, for the walk through the tables;
/// `None` for features that only code needs.
pub(super) type Walk = Vec<Option<(Vec<String>, String)>>;

impl Plan {
    /// Plans a tree with at least one branch. `visits` counts the positions that reach each branch.
    pub fn new(
        library: &Library,
        tree: &Tree,
        packed: &PackedTree,
        visits: &[u64],
        spelling: &Spelling,
    ) -> Plan {
        let nodes: Vec<NodeId> =
            packed.features.iter().map(|&feature| library.features()[feature].node).collect();
        let (program, roots) = library.program().part(&nodes);
        let place = |feature| packed.features.binary_search(&feature).expect("it is used");
        let asked = tree.branches.iter().map(|b| roots[place(b.feature)]).collect();
        let mut visits = visits.to_vec();
        visits.resize(tree.branches.len(), 0);
        let in_code = busiest(&visits);
        let planner = Planner { tree, visits, asked, in_code, program: &program };
        let mut writer = Writer::new(&program, spelling);
        let steps = planner.steps(0, &mut writer);
        let some_left = planner.in_code.contains(&false);
        let walk = some_left.then(|| planner.walk(&roots, Writer::new(&program, spelling)));
        Plan { steps, walk }
    }
}

/// Marks the branches that become code: those with the most visits. A parent has at least as many
/// visits as its child, so the parents of a marked branch are marked too.
pub(crate) fn busiest(visits: &[u64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..visits.len()).collect();
    order.sort_by_key(|&branch| (Reverse(visits[branch]), branch));
    let mut chosen = vec![false; visits.len()];
    order.iter().take(BRANCHES_IN_CODE).for_each(|&branch| chosen[branch] = true);
    chosen
}

struct Planner<'a> {
    tree: &'a Tree,
    visits: Vec<u64>,
    /// The node whose value each branch compares.
    asked: Vec<NodeId>,
    /// Whether each branch becomes code.
    in_code: Vec<bool>,
    program: &'a Program,
}

impl Planner<'_> {
    /// Returns, for each node, the fraction of the visits to a branch that need the node, at the
    /// branch or at a coded branch below it. Operands of declared nodes are not needed.
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

    /// Does what [`Planner::needs`] does, without the branch itself.
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

    /// Writes a branch and all branches below it as code.
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
        // The child with fewer branches in code goes inside the condition.
        let children = self.tree.branches[branch].children;
        let inner = usize::from(self.size(children[1]) <= self.size(children[0]));
        let threshold = self.tree.branches[branch].threshold;
        let condition = writer.condition(asked, threshold, inner == 0);
        let inside = self.child(children[inner], writer);
        steps.push(Step::If(condition, inside));
        steps.extend(self.child(children[1 - inner], writer));
        declared.into_iter().for_each(|id| writer.forget(id));
        steps
    }

    fn child(&self, child: Child, writer: &mut Writer) -> Vec<Step> {
        match child {
            Child::Draw => vec![Step::Claim(true)],
            Child::Unknown => vec![Step::Claim(false)],
            Child::Branch(below) if self.in_code[below as usize] => {
                self.steps(below as usize, writer)
            }
            Child::Branch(below) => vec![Step::Walk(below as usize)],
        }
    }

    /// Returns the number of coded branches in the subtree of a child.
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

/// Returns the text of a feature: declarations of the parts that are used more than once, and the
/// value.
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
