//! The graph as a Snakefile: the graph itself, then the rules of `workflow/jobs.smk`.

use std::io::Write;

use anyhow::Result;

use super::graph::Graph;

/// The rules, which read the graph from `GRAPH`.
const RULES: &str = include_str!("../../../workflow/jobs.smk");

/// Prints the Snakefile.
pub fn print(graph: &Graph, out: &mut impl Write) -> Result<()> {
    writeln!(out, "# Written by 'drawproof jobs'. Run it with: snakemake --cores 4")?;
    writeln!(out, "import json\n")?;
    // JSON escapes backslashes, and a raw string keeps them; names and paths hold no three quotes.
    writeln!(out, "GRAPH = json.loads(r'''")?;
    let graph = serde_json::to_string_pretty(graph)?.replace('\'', "\\u0027");
    writeln!(out, "{graph}\n''')\n")?;
    writeln!(
        out,
        "rule all:\n    input:\n        [job[\"output\"] for job in GRAPH[\"jobs\"]],\n"
    )?;
    write!(out, "{RULES}")?;
    Ok(())
}
