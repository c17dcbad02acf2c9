// Runs the solver of bindings/web/dist in headless Chromium: compares its tables with recorded checksums, or
// measures how long endgames take. tests/outside/check-web-solver and scripts/bench-web call it.
//
// usage: node bindings/web/solver/check.mjs check
//        node bindings/web/solver/check.mjs bench RUNS METRIC ENDGAME...
//
// Exit status: 0 all tables are equal (check), or all endgames were solved (bench); 1 otherwise.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

const folder = path.dirname(import.meta.filename);
const dist = path.join(folder, "../dist");
const recorded = new Map(
  readFileSync(path.join(folder, "checksums.txt"), "utf8").trim().split("\n")
    .map((line) => line.split(" ")).map(([endgame, ...sums]) => [endgame, sums.join(" ")]),
);
const TIMEOUT_MS = 600_000;

/** The script of the page: asks workers, and posts what they answer. */
async function inPage({ jobs, fresh }) {
  const post = (path, document) => fetch(path, { method: "POST", body: JSON.stringify(document) });
  const open = () => {
    const worker = new Worker("/worker.js", { type: "module" });
    let progress = 0;
    const call = (method, ...args) => new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message ?? "the worker failed"));
      worker.onmessage = ({ data }) => {
        if (data.progress) {
          progress += 1;
        } else {
          data.error ? reject(new Error(data.error.message)) : resolve(data.result);
        }
      };
      worker.postMessage({ id: 1, method, args });
    });
    return { call, close: () => worker.terminate(), reports: () => progress };
  };
  try {
    let worker = open();
    for (const job of jobs) {
      if (fresh) {
        worker.close();
        worker = open();
      }
      const start = performance.now();
      await worker.call("about");
      const ready = performance.now();
      const result = await worker.call(job.method, ...job.args);
      const end = performance.now();
      await post("/result", {
        job, result, start_ms: ready - start, ms: end - ready, reports: worker.reports(),
      });
    }
    await post("/done", {});
  } catch (error) {
    await post("/done", { error: error.message });
  }
}

/** Runs jobs in a browser; calls `onResult` with each result as it comes. */
function run(plan, onResult) {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
  const page = `<!doctype html><title>solver</title><script>(${inPage})(${JSON.stringify(plan)})</script>`;
  return new Promise((resolve, reject) => {
    const profile = mkdtempSync(path.join(tmpdir(), "drawproof-web-"));
    let browser;
    const end = (error) => {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
      browser.once("exit", () => {
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
        error ? reject(error) : resolve();
      });
      browser.kill("SIGTERM");
    };
    const server = createServer((request, response) => {
      if (request.method === "POST") {
        let body = "";
        request.on("data", (part) => { body += part; });
        request.on("end", () => {
          response.end();
          const document = JSON.parse(body);
          if (request.url === "/result") {
            onResult(document);
          } else {
            end(document.error && new Error(document.error));
          }
        });
      } else if (request.url === "/") {
        response.setHeader("content-type", "text/html").end(page);
      } else {
        try {
          const type = types[path.extname(request.url)] ?? "text/plain";
          response.setHeader("content-type", type);
          response.end(readFileSync(path.join(dist, path.basename(request.url))));
        } catch {
          response.writeHead(404).end();
        }
      }
    });
    const timer = setTimeout(() => end(new Error("the browser takes too long")), TIMEOUT_MS);
    server.listen(0, "127.0.0.1", () => {
      const program = process.env.CHROMIUM ?? "chromium";
      browser = spawn(program, [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`,
      ], { stdio: "ignore" });
      browser.once("error", (error) => {
        clearTimeout(timer);
        server.close();
        reject(new Error(`${program} does not start: ${error.message}`));
      });
    });
  });
}

async function check() {
  const jobs = [...recorded.keys()].map((endgame) => ({ method: "checksums", args: [endgame] }));
  let equal = 0;
  await run({ jobs, fresh: false }, ({ job, result }) => {
    const [endgame] = job.args;
    const found = result.join(" ");
    if (found === recorded.get(endgame)) {
      equal += 1;
    } else {
      console.log(`${endgame}: checksums ${found}, expected ${recorded.get(endgame)}`);
    }
  });
  console.log(`${equal} of ${recorded.size} endgames: the browser's tables equal the native ones`);
  return equal === recorded.size;
}

async function bench([runs, metric, ...named]) {
  const endgames = named.length ? named : [...recorded.keys()];
  const jobs = endgames.flatMap((endgame) => Array(Number(runs)).fill({ method: "solve", args: [endgame, metric] }));
  const times = new Map();
  console.log("endgame  tables  positions  fastest ms  median ms  start ms  progress reports");
  await run({ jobs, fresh: true }, ({ job, result, ms, start_ms, reports }) => {
    const [endgame] = job.args;
    const all = times.get(endgame) ?? [];
    times.set(endgame, all);
    all.push(ms);
    if (all.length === Number(runs)) {
      all.sort((a, b) => a - b);
      const columns = [
        endgame.padEnd(7), String(result.tables).padStart(7), String(result.positions).padStart(10),
        all[0].toFixed(0).padStart(11), all[all.length >> 1].toFixed(0).padStart(10),
        start_ms.toFixed(0).padStart(9), String(reports).padStart(17),
      ];
      console.log(columns.join(" "));
    }
  });
  return times.size === endgames.length;
}

const [mode, ...rest] = process.argv.slice(2);
try {
  process.exitCode = (await (mode === "bench" ? bench(rest) : check())) ? 0 : 1;
} catch (error) {
  console.error(`bindings/web/solver/check.mjs: ${error.message}`);
  process.exitCode = 1;
}
