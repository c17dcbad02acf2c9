//! `jobs`: the graph as JSON, a Snakefile and a script, and several processes in one folder.

use std::{
    collections::HashMap,
    fs,
    io::Read,
    path::Path,
    process::{Command, Output, Stdio},
};

use drawproof_tables::{NormalMaterial, file::Folder};
use serde_json::Value;

fn drawproof(args: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(args).current_dir(folder).env("DRAWPROOF_TABLES", folder.join("tables"));
    command.output().unwrap()
}

fn graph(args: &[&str], folder: &Path) -> Value {
    let output = drawproof(&[&["jobs", "--format", "json"], args].concat(), folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

#[test]
fn the_jobs_of_the_json_make_what_they_say_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let graph = graph(&["KPK", "KNK", "--proof", "3", "-j", "1"], folder.path());
    let jobs = graph["jobs"].as_array().unwrap();
    assert_eq!(graph["threads"], 1);
    assert_eq!(graph["total"]["jobs"], jobs.len());
    let mut levels: HashMap<&str, u64> = HashMap::new();
    for job in jobs {
        let name = job["name"].as_str().unwrap();
        let before = words(&job["depends_on"]);
        let level = before.iter().map(|name| levels[name] + 1).max().unwrap_or(0);
        assert_eq!(job["level"], level, "{name}");
        levels.insert(name, level);
        assert_eq!(job["done"], false);
        assert!(job["reserve_bytes"].as_u64() > job["memory_bytes"].as_u64());
        assert!(job["limit_seconds"].as_f64() > job["seconds"].as_f64());
        for key in ["seconds", "cpu_seconds", "disk_bytes"] {
            assert!(job[key].as_f64().unwrap() > 0.0, "{name} {key}");
        }
        // What Snakemake and Slurm do.
        let command = words(&job["command"]);
        fs::create_dir_all(folder.path().join("proof")).unwrap();
        let output = drawproof(&command[1..], folder.path());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(folder.path().join(job["output"].as_str().unwrap()).is_file(), "{name}");
    }
    let kinds = |kind: &str| jobs.iter().filter(|job| job["kind"] == kind).count();
    assert_eq!([kinds("table"), kinds("shard"), kinds("merge")], [jobs.len() - 4, 3, 1]);
    let report = fs::read(folder.path().join("proof/report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["sound"], true);
    let again = self::graph(&["KPK", "KNK", "--proof", "3"], folder.path());
    assert_eq!(again["total"]["done"], jobs.len());
}

#[test]
fn a_graph_of_several_metrics_has_a_job_for_each_table() {
    let folder = tempfile::tempdir().unwrap();
    let graph = graph(&["KRK", "--metric", "dtz,dtm"], folder.path());
    let jobs = graph["jobs"].as_array().unwrap();
    let of = |name: &str| jobs.iter().find(|job| job["name"] == name).unwrap();
    assert!(of("KRK")["output"].as_str().unwrap().ends_with("/tables/KRK.dpt"));
    assert!(of("KRK.dtz")["output"].as_str().unwrap().ends_with("/tables/KRK.dtz.dpt"));
    assert!(words(&of("KRK.dtz")["command"]).windows(2).any(|it| it == ["--metric", "dtz"]));
    for wrong in [&["KRK", "--metric", "dtz", "--proof", "2"][..], &["KQQK", "--proof", "0"]] {
        let refused = drawproof(&[&["jobs"], wrong].concat(), folder.path());
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_proof_in_the_most_shards_has_a_job_for_each() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["jobs", "--format", "json", "--men", "3", "--proof", "100000"];
    let graph = String::from_utf8(drawproof(&arguments, folder.path()).stdout).unwrap();
    // Counted in the text: parsing so long a document takes seconds.
    let kinds = ["table", "shard", "merge"].map(|kind| format!("\"kind\": \"{kind}\",\n"));
    assert_eq!(kinds.map(|kind| graph.matches(&kind).count()), [5, 100_000, 1]);
    // Of six men there are tables of distances to mate.
    for command in [&["jobs"][..], &["generate", "--estimate"], &["generate"]] {
        let arguments = [command, &["KBBPKN", "--metric", "dtz"]].concat();
        let refused = drawproof(&arguments, folder.path());
        let error = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(
            error.contains("six men: their tables are by distance to mate, not dtz"),
            "{error}"
        );
    }
}

#[test]
fn the_script_for_slurm_submits_each_job_once() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("it's here");
    let args = ["jobs", "KPK", "--proof", "2", "-j", "1", "--format", "slurm", "--tables"];
    let script = drawproof(&[&args[..], &[tables.to_str().unwrap()]].concat(), folder.path());
    fs::write(folder.path().join("submit.sh"), &script.stdout).unwrap();
    // An sbatch that prints a number and does the jobs of the array at once.
    let sbatch = "#!/usr/bin/env bash\nset -e\ncat >array.sh\necho \"$*\" >>submitted\n
        for word; do case $word in --array=0-*) last=${word#--array=0-};; esac; done
        for ((n = 0; n <= last; n++)); do SLURM_ARRAY_TASK_ID=$n bash array.sh >&2; done
        wc -l <submitted\n";
    fs::write(folder.path().join("sbatch"), sbatch).unwrap();
    let run = || {
        let mut command = Command::new("bash");
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
        command.arg("submit.sh").current_dir(folder.path()).env("PATH", path);
        command.env("DRAWPROOF", env!("CARGO_BIN_EXE_drawproof")).output().unwrap()
    };
    Command::new("chmod").args(["+x", "sbatch"]).current_dir(folder.path()).status().unwrap();
    let submitted = run();
    assert!(submitted.status.success(), "{}", String::from_utf8_lossy(&submitted.stderr));
    assert!(tables.join("KPK.dpt").is_file());
    let report = fs::read_to_string(folder.path().join("proof/report.json")).unwrap();
    assert!(report.contains("\"sound\": true"));
    let arrays = fs::read_to_string(folder.path().join("submitted")).unwrap();
    assert!(arrays.lines().nth(1).unwrap().contains("--dependency=afterok:1"), "{arrays}");
    // Nothing is left to do.
    assert!(run().stdout.is_empty());
}

#[test]
fn the_snakefile_has_the_graph_and_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["jobs", "KPK", "--format", "snakemake"];
    let snakefile = String::from_utf8(drawproof(&args, folder.path()).stdout).unwrap();
    let (_, rest) = snakefile.split_once("GRAPH = json.loads(r'''").unwrap();
    let (graph, rules) = rest.split_once("''')").unwrap();
    let graph: Value = serde_json::from_str(graph).unwrap();
    assert!(graph["jobs"].as_array().unwrap().iter().any(|job| job["name"] == "KPK"));
    assert!(rules.contains("\nrule all:\n"));
    assert!(rules.ends_with(include_str!("../../workflow/jobs.smk")));
}

#[test]
fn a_process_waits_for_the_table_that_another_one_makes() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let material = "KRK".parse::<NormalMaterial>().unwrap();
    let lock = Folder::new(&tables).lock(material).unwrap();
    assert!(Folder::new(&tables).try_lock(material).unwrap().is_none());
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(["generate", "KRK", "--format", "json", "--tables"]).arg(&tables);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let expected = "waiting for KRK, which another process is making\n";
    let mut said = vec![0; expected.len()];
    stderr.read_exact(&mut said).unwrap();
    assert_eq!(String::from_utf8(said).unwrap(), expected);
    assert!(child.try_wait().unwrap().is_none());
    drop(lock);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let rows: Value = serde_json::from_slice(&output.stdout).unwrap();
    let bytes = fs::read(tables.join("KRK.dpt")).unwrap();
    let hash = format!("xxh3:{:016x}", twox_hash::XxHash3_64::oneshot(&bytes));
    assert_eq!(rows[0]["hash"], hash);
}
