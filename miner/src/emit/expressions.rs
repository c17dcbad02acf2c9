//! Expressions as text, what is used often computed once and first.

use drawproof_recognizers::features::{
    Library,
    expression::{Node, NodeId, Operator, Program},
};

use crate::{compact::Compact, count::Counted, tree::Tree};

/// How a language writes what differs.
pub(super) struct Spelling {
    /// What stands before a function's name.
    pub prefix: String,
    /// The complement of a set.
    pub not: &'static str,
    /// What ends a long number.
    pub suffix: &'static str,
    /// The declaration of a constant, up to its name.
    pub declare: &'static str,
}

/// The features of a tree as text.
pub(super) struct Written {
    /// Declarations at the start, one a line: the men's squares are `m0`, `m1`, ...
    pub first: Vec<String>,
    /// For each feature in the tree's order, declarations and the value.
    pub features: Vec<(Vec<String>, String)>,
}

/// How often a feature may be asked for in a call, on average, before it is computed at the start.
const OFTEN: f64 = 1.0;

/// Writes the features that a tree asks for.
pub(super) fn write(
    library: &Library,
    tree: &Tree,
    compact: &Compact,
    counted: &Counted,
    spelling: &Spelling,
) -> Written {
    let nodes: Vec<NodeId> =
        compact.features.iter().map(|&feature| library.features()[feature].node).collect();
    let (program, roots) = library.program().part(&nodes);
    let mut writer = Writer {
        names: vec![None; program.nodes().len()],
        demand: demand(&program, &roots, tree, compact, counted),
        program,
        spelling,
    };
    let mut first = Vec::new();
    for id in 0..writer.program.nodes().len() {
        if writer.demand[id] >= OFTEN && !writer.is_plain(id) {
            let text = writer.text(id as NodeId);
            first.push(format!("{} t{id} = {text};", spelling.declare));
            writer.names[id] = Some(format!("t{id}"));
        }
    }
    let features = roots.iter().map(|&root| writer.feature(root)).collect();
    Written { first, features }
}

/// Writes features one after the other, each of them computed once: for each the declarations of
/// what is used again, and the value.
pub(super) fn in_order(
    library: &Library,
    features: &[usize],
    spelling: &Spelling,
) -> Vec<(Vec<String>, String)> {
    let nodes: Vec<NodeId> = features.iter().map(|&f| library.features()[f].node).collect();
    let (program, roots) = library.program().part(&nodes);
    let mut uses = vec![0; program.nodes().len()];
    let operands = (0..uses.len()).flat_map(|id| program.operands(id as NodeId));
    operands.chain(&roots).for_each(|&id| uses[id as usize] += 1);
    let count = program.nodes().len();
    let mut writer = Writer { names: vec![None; count], demand: Vec::new(), program, spelling };
    let one = |&root: &NodeId| {
        let mut needed = vec![false; count];
        needed[root as usize] = true;
        for id in (0..=root as usize).rev() {
            if needed[id] && writer.names[id].is_none() {
                let operands = writer.program.operands(id as NodeId).iter();
                operands.for_each(|&operand| needed[operand as usize] = true);
            }
        }
        let mut declared = Vec::new();
        for id in (0..=root as usize).filter(|&id| needed[id] && uses[id] > 1) {
            if writer.names[id].is_none() && !writer.is_plain(id) {
                let text = writer.text(id as NodeId);
                declared.push(format!("{} t{id} = {text};", spelling.declare));
                writer.names[id] = Some(format!("t{id}"));
            }
        }
        (declared, writer.text(root))
    };
    roots.iter().map(one).collect()
}

/// How often each node is asked for in a call, on average; what is computed at the start counts
/// as one.
fn demand(
    program: &Program,
    roots: &[NodeId],
    tree: &Tree,
    compact: &Compact,
    counted: &Counted,
) -> Vec<f64> {
    let mut demand = vec![0.0; program.nodes().len()];
    for (branch, visits) in tree.branches.iter().zip(&counted.visits) {
        let place = compact.features.binary_search(&branch.feature).expect("it is used");
        demand[roots[place] as usize] += *visits as f64 / counted.positions.max(1) as f64;
    }
    for id in (0..demand.len()).rev() {
        let own = f64::min(demand[id], 1.0);
        for &operand in program.operands(id as NodeId) {
            demand[operand as usize] += own;
        }
    }
    demand
}

struct Writer<'a> {
    program: Program,
    /// Names of nodes that are computed already.
    names: Vec<Option<String>>,
    demand: Vec<f64>,
    spelling: &'a Spelling,
}

impl Writer<'_> {
    fn node(&self, id: usize) -> &Node {
        &self.program.nodes()[id]
    }

    /// Whether a node is an input or a single bit: not worth a name.
    fn is_plain(&self, id: usize) -> bool {
        matches!(
            self.node(id).operator,
            Operator::Constant | Operator::Man | Operator::FirstToMove | Operator::Not
        )
    }

    /// A node as an expression.
    fn text(&self, id: NodeId) -> String {
        if let Some(name) = &self.names[id as usize] {
            return name.clone();
        }
        let node = self.node(id as usize);
        let operands: Vec<String> =
            self.program.operands(id).iter().map(|&operand| self.text(operand)).collect();
        let Spelling { prefix, not, suffix, .. } = self.spelling;
        match node.operator {
            Operator::Constant if node.number < 10 => node.number.to_string(),
            Operator::Constant => format!("{:#x}{suffix}", node.number),
            Operator::Man => format!("m{}", node.number),
            Operator::FirstToMove => "to_move".into(),
            Operator::And => format!("({} & {})", operands[0], operands[1]),
            Operator::Or => format!("({} | {})", operands[0], operands[1]),
            Operator::Not => format!("{not}{}", operands[0]),
            operator => {
                let function = operator.function().expect("all others are functions");
                format!("{prefix}{function}({})", operands.join(", "))
            }
        }
    }

    /// A feature: what it uses twice is declared before.
    fn feature(&mut self, root: NodeId) -> (Vec<String>, String) {
        let mut uses = vec![0; self.program.nodes().len()];
        uses[root as usize] = 1;
        for id in (0..=root as usize).rev() {
            if uses[id] > 0 && self.names[id].is_none() {
                for &operand in self.program.operands(id as NodeId) {
                    uses[operand as usize] += 1;
                }
            }
        }
        let mut declared = Vec::new();
        let mut named = Vec::new();
        for (id, &uses) in uses.iter().enumerate().take(root as usize) {
            if uses > 1 && self.names[id].is_none() && !self.is_plain(id) {
                let text = self.text(id as NodeId);
                declared.push(format!("{} t{id} = {text};", self.spelling.declare));
                self.names[id] = Some(format!("t{id}"));
                named.push(id);
            }
        }
        let value = self.text(root);
        named.into_iter().for_each(|id| self.names[id] = None);
        (declared, value)
    }
}
