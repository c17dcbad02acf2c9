//! A tree as numbers of 16 bits: the form that [`super::view::leaf`] reads.

use super::grow::Node;

/// What follows a branch that is another branch.
const BRANCH: u16 = 3;

/// The numbers of a tree; `None` if a part of it is too large.
pub fn words(nodes: &[Node]) -> Option<Vec<u16>> {
    let Node::Branch(..) = nodes[0] else {
        let code = code(nodes[0]);
        return Some(vec![code << 2 | code]);
    };
    // The words of each node, the children before their parents; none for a leaf.
    let mut sizes = vec![0_usize; nodes.len()];
    for (number, node) in nodes.iter().enumerate().rev() {
        if let Node::Branch(_, _, children) = node {
            let [a, b] = children.map(|child| sizes[child as usize]);
            sizes[number] = 1 + usize::from(a > 0 && b > 0) + a + b;
        }
    }
    let mut words = Vec::with_capacity(sizes[0]);
    let mut open = vec![0];
    while let Some(number) = open.pop() {
        let Node::Branch(feature, threshold, children) = nodes[number] else { continue };
        let [a, b] = children.map(|child| child as usize);
        let codes = code(nodes[a]) << 2 | code(nodes[b]);
        words.push(u16::from(feature) << 9 | u16::from(threshold) << 4 | codes);
        if sizes[a] > 0 && sizes[b] > 0 {
            words.push(u16::try_from(sizes[a] + 1).ok()?);
        }
        open.extend([b, a]);
    }
    Some(words)
}

fn code(node: Node) -> u16 {
    match node {
        Node::Leaf(value) => (value + 1) as u16,
        Node::Branch(..) => BRANCH,
    }
}

/// The number of leaves.
pub fn leaves(nodes: &[Node]) -> usize {
    nodes.iter().filter(|node| matches!(node, Node::Leaf(_))).count()
}
