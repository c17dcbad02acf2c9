// The Web Worker that solves endgames and answers requests, with solver.wasm beside it.
//
// A module worker: new Worker("worker.js", { type: "module" }). It takes messages
// { id, method, args } and posts { id, result } or { id, error: { status, message } } for each, in
// their order, and { id, progress: { done, total, text } } while it solves. `status` is that of HTTP;
// `text` names the endgame and the table that is being solved.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL = 50;

/** Compiled once; a program that has failed is replaced by a new instance. */
const compiled = compile(new URL("solver.wasm", import.meta.url));

/** @type {Promise<Solver> | null} */
let solver = null;

/** The request that is being answered. */
let current = 0;
let reported = 0;

/** @param {URL} url */
async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  }
  // Servers that do not know the type of the file cannot stream it.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

class Solver {
  /** @param {any} exports  Of solver.wasm. */
  constructor(exports) {
    this.exports = exports;
  }

  static async start() {
    const memory = () => solver.exports.memory.buffer;
    const imports = {
      worker: {
        progress(done, text, length) {
          const now = performance.now();
          if (now - reported >= PROGRESS_INTERVAL) {
            reported = now;
            const name = decoder.decode(new Uint8Array(memory(), text, length));
            postMessage({ id: current, progress: { done, total: 1000, text: name } });
          }
        },
      },
    };
    const solver = new Solver((await WebAssembly.instantiate(await compiled, imports)).exports);
    return solver;
  }

  /**
   * @param {string} method
   * @param {any[]} args
   * @returns {{ result?: any, error?: { status: number, message: string } }}
   */
  answer(method, args) {
    const { allocate, answer, answer_length, memory } = this.exports;
    const request = encoder.encode(JSON.stringify({ method, args }));
    const place = allocate(request.length);
    new Uint8Array(memory.buffer, place, request.length).set(request);
    const start = answer();
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, start, answer_length())));
  }
}

/** @param {{ id: number, method: string, args: any[] }} request */
async function answer({ id, method, args }) {
  try {
    solver ??= Solver.start();
    const ready = await solver;
    [current, reported] = [id, performance.now()];
    postMessage({ id, ...ready.answer(method, args) });
  } catch (error) {
    solver = null;
    const message = error instanceof WebAssembly.RuntimeError
      ? "The solver ran out of memory or failed. It starts again with the next question."
      : String(error?.message ?? error);
    postMessage({ id, error: { status: 500, message } });
  }
}

// One after the other: an answer takes its time, and a failed program is replaced in between.
let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue.then(() => answer(data));
});
