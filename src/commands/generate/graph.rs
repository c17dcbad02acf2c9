//! `generate --graph`: the dependency graph of tables.

use std::io::Write;

use anyhow::Result;
use clap::ValueEnum;
use drawproof_tables::NormalMaterial;
use serde::Serialize;

use crate::output::{print_json, stdout};

/// The format of the dependency graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphForm {
    /// An array of endgames, each with the endgames it depends on.
    Json,
    /// Graphviz.
    Dot,
}

/// An endgame and the endgames it is solved from.
#[derive(Serialize)]
struct Node {
    endgame: String,
    men: usize,
    depends_on: Vec<String>,
}

/// Prints the dependency graph of endgames, each after the endgames that it depends on.
pub fn print(order: &[NormalMaterial], form: GraphForm) -> Result<()> {
    let nodes: Vec<Node> = order
        .iter()
        .map(|material| Node {
            endgame: material.to_string(),
            men: material.get().men(),
            depends_on: material.conversions().iter().map(ToString::to_string).collect(),
        })
        .collect();
    match form {
        GraphForm::Json => print_json(&nodes),
        GraphForm::Dot => print_dot(&nodes),
    }
}

fn print_dot(nodes: &[Node]) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "digraph endgames {{\n  rankdir=LR;\n  node [shape=box];")?;
    for node in nodes {
        writeln!(out, "  {};", node.endgame)?;
        for dependency in &node.depends_on {
            writeln!(out, "  {dependency} -> {};", node.endgame)?;
        }
    }
    writeln!(out, "}}")?;
    Ok(())
}
