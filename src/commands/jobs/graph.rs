//! The jobs, what each depends on, and what it takes.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use drawproof_session::{
    budget::table_bytes,
    estimate::{Speed, estimate_tables},
};
use drawproof_tables::{Metric, NormalMaterial};
use drawproof_verifier::{Counting, Shard};
use serde::Serialize;

use crate::{
    commands::verify::work_of,
    environment::Environment,
    shard::{VERSION, pieces},
};

/// The requested tables and proofs, and the resources of each job.
pub struct Request<'a> {
    /// The endgames whose tables are made, each after the endgames that it depends on.
    pub endgames: &'a [NormalMaterial],
    /// The metrics by which the tables are made.
    pub metrics: &'a [Metric],
    /// The compression level of the tables; `None` for the default level.
    pub level: Option<u8>,
    /// The endgames whose rules are proved; empty if no proof is requested.
    pub rules: &'a [NormalMaterial],
    /// The number of shards of the proof.
    pub shards: u32,
    /// The path of the tables folder.
    pub folder: PathBuf,
    /// The maximum memory of a job in bytes.
    pub memory_bytes: u64,
    /// The number of threads of each job.
    pub threads: usize,
}

/// The graph of jobs, each after the jobs that it depends on. The keys of the JSON are stable.
#[derive(Debug, Serialize)]
pub struct Graph {
    /// The version of the program that made the graph.
    pub drawproof: &'static str,
    /// The path of the tables folder.
    pub tables: String,
    /// The number of threads of each job.
    pub threads: usize,
    pub jobs: Vec<Job>,
    pub total: Total,
}

/// One job: a table, a shard of a proof, or the report that merges the shards.
#[derive(Debug, Default, Serialize)]
pub struct Job {
    /// The name of the job, unique in the graph.
    pub name: String,
    pub kind: Kind,
    /// The names of the jobs that must be done before this one.
    pub depends_on: Vec<String>,
    /// The length of the longest chain of jobs before this one.
    pub level: usize,
    /// The path of the file that the job writes.
    pub output: String,
    /// Whether the job's file exists.
    pub done: bool,
    /// The command line of the job: the program and its arguments.
    pub command: Vec<String>,
    /// The value of the command's `--memory` in bytes.
    pub memory_bytes: u64,
    /// The memory to request from a scheduler, in bytes. It exceeds `memory_bytes`, which covers
    /// only tables and working sets.
    pub reserve_bytes: u64,
    /// The estimated duration in seconds on this machine.
    pub seconds: f64,
    /// The estimated CPU time of all threads in seconds.
    pub cpu_seconds: f64,
    /// The time limit to request from a scheduler, in seconds.
    pub limit_seconds: u64,
    /// The estimated size of the job's file in bytes.
    pub disk_bytes: u64,
}

/// The kind of a job: a table, a shard of the proof, or the merge of all shards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    #[default]
    Table,
    Shard,
    Merge,
}

/// The totals of all jobs.
#[derive(Debug, Default, Serialize)]
pub struct Total {
    pub jobs: usize,
    /// The number of jobs whose file exists.
    pub done: usize,
    pub levels: usize,
    /// The largest `memory_bytes` of a job.
    pub memory_bytes: u64,
    pub disk_bytes: u64,
    pub cpu_seconds: f64,
    /// The estimated duration in seconds if each job has a machine of its own: that of the longest
    /// chain of jobs.
    pub seconds: f64,
}

/// The memory of a job besides its tables, in bytes.
const OWN_BYTES: u64 = 64 << 20;

/// The memory to request from a scheduler beyond that of the job, in bytes.
const RESERVE_BYTES: u64 = 256 << 20;

/// The seconds to request from a scheduler beyond the estimate.
const LIMIT_SECONDS: f64 = 300.0;

/// The estimate may be wrong by this factor before a scheduler ends the job: its machines may be
/// slower, and other jobs run beside it.
const LIMIT_FACTOR: f64 = 5.0;

/// CPU seconds of asking a rule about a position and its colour-reversed position, and of judging the
/// claims: fitted to the proof of all built-in rules of up to four men.
const QUESTION_SECONDS: f64 = 40e-9;

/// Stored positions in a chunk of questions.
const CHUNK_POSITIONS: f64 = 65_536.0;

/// The approximate size of a shard's file in bytes.
const SHARD_BYTES: u64 = 64 << 10;

/// The folder of the proof's files.
const PROOF: &str = "proof";

impl Graph {
    /// Makes the graph of a request. Measures the speed of this machine with tables of compression
    /// `level`.
    pub fn new(request: &Request, level: u8, environment: &Environment) -> Result<Graph> {
        let speed = Speed::measure(level, false)?;
        let mut jobs = Vec::new();
        for &metric in request.metrics {
            let store = environment.store_of(metric);
            for &endgame in request.endgames {
                let mut job = request.table(metric, endgame, &speed)?;
                job.done = store.folder().has(endgame)?;
                jobs.push(job);
            }
        }
        if !request.rules.is_empty() {
            jobs.extend(request.proof());
        }
        let folder =
            request.folder.to_str().context("the path of the tables folder is not UTF-8")?;
        let total = finish(&mut jobs);
        let (tables, threads) = (folder.to_owned(), request.threads);
        Ok(Graph { drawproof: VERSION, tables, threads, jobs, total })
    }
}

impl Request<'_> {
    fn table(&self, metric: Metric, endgame: NormalMaterial, speed: &Speed) -> Result<Job> {
        let order = endgame.closure();
        let estimates = estimate_tables(metric, &order, &[endgame], self.memory_bytes, speed);
        let estimate = estimates.into_iter().find(|it| it.is_made).context("a table is made")?;
        let name = table_name(metric, endgame);
        let output = self.folder.join(format!("{name}.dpt"));
        let output = output.to_str().context("the path of the tables folder is not UTF-8")?;
        let mut command = words(["drawproof", "generate", &endgame.to_string()]);
        if metric != Metric::Dtm {
            command.extend(words(["--metric", metric.name()]));
        }
        if let Some(level) = self.level {
            command.extend(words(["--level", &level.to_string()]));
        }
        Ok(Job {
            depends_on: names(metric, endgame.conversions()),
            seconds: estimate.seconds(),
            cpu_seconds: estimate.cpu_seconds,
            disk_bytes: estimate.file_bytes,
            ..self.job(name, Kind::Table, estimate.memory_bytes, output, command)
        })
    }

    /// Returns the jobs of the proof: its shards and their sum.
    fn proof(&self) -> Vec<Job> {
        let bytes = |endgame: NormalMaterial| {
            let conversions = endgame.conversions().into_iter();
            conversions.chain([endgame]).map(|it| table_bytes(Metric::Dtm, it)).sum::<u64>()
        };
        // There may be many shards: what all have in common is made once.
        let work = work_of(self.rules, Counting::Full);
        let bytes: HashMap<NormalMaterial, u64> =
            self.rules.iter().map(|&it| (it, bytes(it))).collect();
        let shard = |number: u32| {
            let shard = Shard::new(number, self.shards).expect("the number is in range");
            let pieces = pieces(shard, self.rules, &work);
            let needed = pieces.iter().map(|(endgame, _)| bytes[endgame]).max().unwrap_or(0);
            let questions = pieces.iter().map(|(endgame, chunks)| {
                let images = if endgame.get().has_pawns() { 2.0 } else { 8.0 };
                chunks.len() as f64 * CHUNK_POSITIONS * images
            });
            let cpu_seconds = questions.sum::<f64>() * QUESTION_SECONDS;
            let output = format!("{PROOF}/{number}-of-{}.shard", self.shards);
            let mut command = words(["drawproof", "verify"]);
            command.extend(self.rules.iter().map(ToString::to_string));
            command.extend(words(["--shard", &shard.to_string(), "--output", &output]));
            let name = format!("proof-{number}-of-{}", self.shards);
            Job {
                depends_on: names(Metric::Dtm, pieces.into_iter().map(|(it, _)| it)),
                done: Path::new(&output).exists(),
                seconds: cpu_seconds / self.threads as f64,
                cpu_seconds,
                disk_bytes: SHARD_BYTES,
                ..self.job(name, Kind::Shard, needed, &output, command)
            }
        };
        let mut jobs: Vec<Job> = (1..=self.shards).map(shard).collect();
        let needed = bytes.values().copied().max().unwrap_or(0);
        let output = format!("{PROOF}/report.json");
        let mut command = words(["drawproof", "merge"]);
        command.extend(jobs.iter().map(|job| job.output.clone()));
        command.extend(words(["--format", "json", "--output", &output]));
        jobs.push(Job {
            depends_on: jobs.iter().map(|job| job.name.clone()).collect(),
            done: Path::new(&output).exists(),
            seconds: 1.0,
            cpu_seconds: 1.0,
            disk_bytes: SHARD_BYTES,
            ..self.job("proof".into(), Kind::Merge, needed, &output, command)
        });
        jobs
    }

    /// Returns a job whose tables and working sets take `needed` bytes. Its command gets the
    /// settings that all commands share.
    fn job(
        &self,
        name: String,
        kind: Kind,
        needed: u64,
        output: &str,
        mut command: Vec<String>,
    ) -> Job {
        // A store leaves a tenth of its memory free.
        let memory_bytes = (needed / 9 * 10 + OWN_BYTES).min(self.memory_bytes);
        let (memory, threads) = (memory_bytes.to_string(), self.threads.to_string());
        let folder = self.folder.display().to_string();
        let settings = ["--tables", &folder, "--memory", &memory, "--threads", &threads, "--quiet"];
        command.extend(words(settings));
        let reserve_bytes = memory_bytes + (memory_bytes / 4).max(RESERVE_BYTES);
        let output = output.to_owned();
        Job { name, kind, output, command, memory_bytes, reserve_bytes, ..Job::default() }
    }
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(String::from).into()
}

/// Returns the names of the jobs of tables.
fn names(metric: Metric, endgames: impl IntoIterator<Item = NormalMaterial>) -> Vec<String> {
    endgames.into_iter().map(|endgame| table_name(metric, endgame)).collect()
}

/// Returns the name of a table's job: that of its file without the extension.
fn table_name(metric: Metric, endgame: NormalMaterial) -> String {
    match metric {
        Metric::Dtm => endgame.to_string(),
        other => format!("{endgame}.{}", other.name()),
    }
}

/// Fills in the levels and the limits of jobs; returns their total.
fn finish(jobs: &mut [Job]) -> Total {
    // By name: the level, and the seconds until the job is done.
    let mut known: HashMap<String, (usize, f64)> = HashMap::new();
    let mut total = Total {
        jobs: jobs.len(),
        done: jobs.iter().filter(|job| job.done).count(),
        ..Total::default()
    };
    for job in jobs {
        let before = || job.depends_on.iter().filter_map(|name| known.get(name));
        job.level = before().map(|(level, _)| level + 1).max().unwrap_or(0);
        let begin = before().map(|(_, end)| *end).fold(0.0, f64::max);
        let end = begin + job.seconds;
        let limit = (job.seconds * LIMIT_FACTOR + LIMIT_SECONDS) / 60.0;
        job.limit_seconds = limit.ceil() as u64 * 60;
        known.insert(job.name.clone(), (job.level, end));
        total.levels = total.levels.max(job.level + 1);
        total.memory_bytes = total.memory_bytes.max(job.memory_bytes);
        total.disk_bytes += job.disk_bytes;
        total.cpu_seconds += job.cpu_seconds;
        total.seconds = total.seconds.max(end);
    }
    total
}
