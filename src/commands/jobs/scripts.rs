//! The graph as a shell script that submits job arrays to Slurm, and as a Snakefile.
//!
//! For Slurm, jobs of one kind and level that take about the same memory are one array. An array depends
//! on all arrays of the level before.

use std::{collections::BTreeMap, io::Write};

use anyhow::Result;

use super::graph::{Graph, Job, Kind};
use crate::output::shell_word;

/// The script before the arrays.
const HEAD: &str = r#"#!/usr/bin/env bash
# Written by 'drawproof jobs --format slurm'. Submits job arrays with sbatch and prints their numbers;
# run it on a machine that has sbatch, in a folder that all machines share. Jobs whose file exists are
# left out, so run it again after a failure.
#
#   DRAWPROOF        the program (default: drawproof)
#   SBATCH_OPTIONS   further options of sbatch, such as '--partition=long --account=chess'
set -euo pipefail

drawproof=${DRAWPROOF:-drawproof}
mkdir -p logs proof
before=''   # the arrays of the level before
level=''    # the arrays of this level

# The arrays from now on wait for those submitted so far.
next_level() {
  if [[ -n $level ]]; then before=$level; fi
  level=''
}

# submit NAME MEMORY_MIB MINUTES THREADS, with lines of 'FILE<tab>COMMAND' on standard input: an array of
# the commands whose file does not exist.
submit() {
  local commands=() file command number
  while IFS=$'\t' read -r file command; do
    if [[ ! -e $file ]]; then commands+=("$command"); fi
  done
  if ((${#commands[@]} == 0)); then return; fi
  local options=(--parsable --job-name="drawproof-$1" --mem="$2M" --time="$3" --cpus-per-task="$4"
    --array="0-$((${#commands[@]} - 1))" --output='logs/%x-%A-%a.log' --requeue
    --kill-on-invalid-dep=yes)
  if [[ -n $before ]]; then options+=(--dependency="afterok:$before"); fi
  # shellcheck disable=SC2086
  number=$({
    printf '#!/usr/bin/env bash\ndrawproof=%q\ncommands=(\n' "$drawproof"
    printf '%q\n' "${commands[@]}"
    printf ')\neval "exec ${commands[SLURM_ARRAY_TASK_ID]}"\n'
  } | sbatch "${options[@]}" ${SBATCH_OPTIONS:-})
  number=${number%%;*}
  level+=${level:+:}$number
  echo "$number: $1, ${#commands[@]} jobs"
}
"#;

/// Writes a shell script that submits the jobs to Slurm.
pub fn print_slurm(graph: &Graph, out: &mut impl Write) -> Result<()> {
    write!(out, "{HEAD}")?;
    let mut levels: BTreeMap<usize, BTreeMap<(u8, u32), Vec<&Job>>> = BTreeMap::new();
    for job in &graph.jobs {
        let array = (job.kind as u8, job.reserve_bytes.ilog2());
        levels.entry(job.level).or_default().entry(array).or_default().push(job);
    }
    for (level, arrays) in levels {
        writeln!(out, "\nnext_level")?;
        for (number, jobs) in arrays.into_values().enumerate() {
            let kind = match jobs[0].kind {
                Kind::Table => "tables",
                Kind::Shard => "proof",
                Kind::Merge => "merge",
            };
            let memory = jobs.iter().map(|job| job.reserve_bytes).max().unwrap_or(0);
            let limit = jobs.iter().map(|job| job.limit_seconds).max().unwrap_or(0);
            let (memory, limit) = (memory.div_ceil(1 << 20), limit.div_ceil(60));
            let threads = graph.threads;
            writeln!(out, "submit {kind}-{level}-{number} {memory} {limit} {threads} <<'JOBS'")?;
            for job in jobs {
                let words: Vec<String> = job.command[1..].iter().map(|it| shell_word(it)).collect();
                writeln!(out, "{}\t\"$drawproof\" {}", job.output, words.join(" "))?;
            }
            writeln!(out, "JOBS")?;
        }
    }
    Ok(())
}

/// The rules, which read the graph from `GRAPH`.
const RULES: &str = include_str!("../../../workflow/jobs.smk");

/// Writes a Snakefile that runs the jobs.
pub fn print_snakefile(graph: &Graph, out: &mut impl Write) -> Result<()> {
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
