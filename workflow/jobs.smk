# One rule a job of the graph in GRAPH, which 'drawproof jobs --format json' prints.
#
# Tables are never half-written, so a table that exists is done: 'ancient' keeps a table that was written
# again from causing the tables above it to be made again.
import shlex

PROGRAM = config.get("drawproof", "drawproof")
OUTPUTS = {job["name"]: job["output"] for job in GRAPH["jobs"]}


def command(job):
    """The command of a job, with the program of the configuration."""
    return shlex.join([PROGRAM, *job["command"][1:]])


for job in GRAPH["jobs"]:

    rule:
        name:
            job["kind"] + "_" + job["name"].replace("-", "_").replace(".", "_")
        input:
            [ancient(OUTPUTS[name]) for name in job["depends_on"]],
        output:
            job["output"],
        log:
            "logs/" + job["name"] + ".log",
        threads: GRAPH["threads"]
        resources:
            mem_mb=-(-job["reserve_bytes"] // 1_000_000),
            runtime=-(-job["limit_seconds"] // 60),
        params:
            command=command(job),
        shell:
            "{params.command} > {log} 2>&1"
