//! Expressions as text in a programming language.

use crate::{
    library::Library,
    men::Men,
    operator::Operator,
    program::{Node, NodeId, Program},
};

/// The tokens in which programming languages differ.
pub struct Spelling {
    /// The prefix of every function's name.
    pub prefix: String,
    /// The operator for the complement of a set.
    pub not: &'static str,
    /// The suffix of a 64-bit constant.
    pub suffix: &'static str,
    /// The text before the name in the declaration of a constant.
    pub declare: &'static str,
    /// The opening and the closing bracket around a condition.
    pub brackets: [&'static str; 2],
    /// The texts of the return values: no claim, and a claimed draw.
    pub answers: [&'static str; 2],
    /// The beginning and the end of a comment.
    pub comment: [&'static str; 2],
}

impl Spelling {
    /// Returns the tokens of C and C++; the names of functions begin with `prefix`.
    pub fn c(prefix: &str) -> Spelling {
        Spelling {
            prefix: prefix.into(),
            not: "~",
            suffix: "u",
            declare: "const uint64_t",
            brackets: ["(", ")"],
            answers: ["0", "1"],
            comment: ["/* ", " */"],
        }
    }

    /// Returns the tokens of Rust.
    pub fn rust() -> Spelling {
        Spelling {
            prefix: String::new(),
            not: "!",
            suffix: "",
            declare: "let",
            brackets: ["", ""],
            answers: ["false", "true"],
            comment: ["// ", ""],
        }
    }
}

/// Returns the parameters of a function of the men: their squares `m0`, `m1`, ..., and `to_move`, 1
/// if the first side is to move. `to_move` is absent if the first side always moves.
pub(crate) fn parameters(men: &Men) -> Vec<String> {
    let squares = (0..men.seats().len()).map(|index| format!("m{index}"));
    squares.chain((!men.is_even()).then(|| "to_move".into())).collect()
}

/// Writes features in order, and computes shared parts once. Returns, for each feature, the
/// declarations of parts that are used more than once, and the expression of its value.
pub fn in_order(
    library: &Library,
    features: &[usize],
    spelling: &Spelling,
) -> Vec<(Vec<String>, String)> {
    let nodes: Vec<NodeId> = features.iter().map(|&f| library.features()[f].node).collect();
    let (program, roots) = library.program().part(&nodes);
    let mut writer = Writer::new(&program, spelling);
    let uses = writer.uses(&roots);
    let one = |&root: &NodeId| {
        let needed = writer.uses(&[root]);
        let mut declared = Vec::new();
        for id in 0..=root {
            if needed[id as usize] > 0 && uses[id as usize] > 1 && !writer.is_at_hand(id) {
                declared.push(writer.declare(id));
            }
        }
        (declared, writer.text(root))
    };
    roots.iter().map(one).collect()
}

/// Writes nodes of a program as expressions. A declared node is written as its variable.
pub(crate) struct Writer<'a> {
    pub program: &'a Program,
    spelling: &'a Spelling,
    /// Whether each node has been declared.
    declared: Vec<bool>,
}

impl<'a> Writer<'a> {
    /// Returns a writer without declared nodes. The inputs are the [`parameters`].
    pub fn new(program: &'a Program, spelling: &'a Spelling) -> Writer<'a> {
        Writer { program, spelling, declared: vec![false; program.nodes().len()] }
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.program.nodes()[id as usize]
    }

    /// Returns whether a node has been declared as a variable.
    pub fn is_declared(&self, id: NodeId) -> bool {
        self.declared[id as usize]
    }

    /// Returns whether a node needs no variable: it is declared, an input, or a complement.
    pub fn is_at_hand(&self, id: NodeId) -> bool {
        let plain = matches!(
            self.node(id).operator,
            Operator::Constant | Operator::Man | Operator::FirstToMove | Operator::Not
        );
        plain || self.declared[id as usize]
    }

    /// Returns how often each node occurs in the text of `roots`. Operands of declared nodes do not
    /// occur.
    pub fn uses(&self, roots: &[NodeId]) -> Vec<u32> {
        let mut uses = vec![0; self.program.nodes().len()];
        roots.iter().for_each(|&root| uses[root as usize] += 1);
        for id in (0..uses.len()).rev() {
            if uses[id] > 0 && !self.declared[id] {
                let is_complement = self.program.nodes()[id].operator == Operator::Not;
                let times = if is_complement { uses[id] } else { 1 };
                for &operand in self.program.operands(id as NodeId) {
                    uses[operand as usize] += times;
                }
            }
        }
        uses
    }

    /// Declares a node as a variable, and returns the line of source code.
    pub fn declare(&mut self, id: NodeId) -> String {
        let line = format!("{} t{id} = {};", self.spelling.declare, self.text(id));
        self.declared[id as usize] = true;
        line
    }

    /// Forgets a declaration at the end of its scope.
    pub fn forget(&mut self, id: NodeId) {
        self.declared[id as usize] = false;
    }

    /// Writes a node as an expression.
    pub fn text(&self, id: NodeId) -> String {
        if self.declared[id as usize] {
            return format!("t{id}");
        }
        let node = self.node(id);
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

    /// Writes the condition that a node is greater than `threshold`; with `reverse`, that it is at
    /// most `threshold`.
    pub fn condition(&self, id: NodeId, threshold: u8, reverse: bool) -> String {
        let is_set = matches!(self.node(id).operator, Operator::Count | Operator::Any);
        if is_set && threshold == 0 && !self.declared[id as usize] {
            let set = self.text(self.program.operands(id)[0]);
            return format!("{set} {} 0", if reverse { "==" } else { "!=" });
        }
        format!("{} {} {threshold}", self.text(id), if reverse { "<=" } else { ">" })
    }
}
