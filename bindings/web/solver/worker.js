// The Web Worker that solves endgames and answers requests, with solver.js and solver.wasm beside it.
//
// A module worker: new Worker("worker.js", { type: "module" }). It takes messages
// { id, method, args } and posts { id, result } or { id, error: { status, message } } for each, in
// their order, and { id, progress: { done, total, text } } while it solves. `status` is that of HTTP;
// `text` names the endgame and the table that is being solved.

import { Solver, SolverError, compile } from "./solver.js";

/** Compiled once; a program that has failed is replaced by a new instance. */
const compiled = compile();

/** @type {Promise<Solver> | null} */
let solver = null;

/** The request that is being answered. */
let current = 0;

/** @param {{ id: number, method: string, args: any[] }} request */
async function answer({ id, method, args }) {
  try {
    solver ??= Solver.start(compiled, (progress) => postMessage({ id: current, progress }));
    const ready = await solver;
    current = id;
    postMessage({ id, result: ready.ask(method, ...args) });
  } catch (error) {
    if (error instanceof SolverError) {
      postMessage({ id, error: { status: error.status, message: error.message } });
      return;
    }
    solver = null;
    const message = error instanceof WebAssembly.RuntimeError
      ? "The solver ran out of memory or failed. It starts again with the next question."
      : String(error?.message ?? error);
    postMessage({ id, error: { status: 500, message } });
  }
}

// One at a time: an answer takes a while, and a failed program is replaced in between.
let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue.then(() => answer(data));
});
