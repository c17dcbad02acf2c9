// Calls solver.wasm: for the worker beside it, and for the npm package.

/** @typedef {import("../page/answers.js").Progress} Progress */
/** @typedef {import("../page/answers.js").Standard} Standard */
/** @typedef {import("../page/answers.js").Mainline} Mainline */
/** @typedef {import("../page/answers.js").Rules} Rules */
/** @typedef {import("../page/answers.js").Stats} Stats */
/** @typedef {import("../page/answers.js").Found} Found */
/** @typedef {{ kind?: string, plies?: number, side?: "w" | "b", seed?: number }} Search */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL = 50;

/** The error of a refused question, with a sentence for people. `status` is an HTTP status. */
export class SolverError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.name = "SolverError";
    this.status = status;
  }
}

/**
 * Compiles solver.wasm, which lies beside this file.
 *
 * @param {URL | string} [url]
 */
export async function compile(url = new URL("solver.wasm", import.meta.url)) {
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

/**
 * Solves endgames of up to five men and answers questions about them. A question blocks the thread while an
 * endgame is solved. After a `WebAssembly.RuntimeError` the solver is unusable: start another one.
 */
export class Solver {
  /** @type {any} */
  #exports;

  /** The time at which the last question was asked, or its progress was reported. */
  #reported = 0;

  /** @param {any} exports  Of solver.wasm. */
  constructor(exports) {
    this.#exports = exports;
  }

  /**
   * Starts a solver without tables.
   *
   * @param {WebAssembly.Module | Promise<WebAssembly.Module>} [module]
   * @param {(progress: Progress) => void} [onprogress]
   */
  static async start(module = compile(), onprogress = () => {}) {
    const worker = {
      /** @param {number} done @param {number} text @param {number} length */
      progress(done, text, length) {
        const now = performance.now();
        if (now - solver.#reported >= PROGRESS_INTERVAL) {
          solver.#reported = now;
          const name = decoder.decode(new Uint8Array(solver.#exports.memory.buffer, text, length));
          onprogress({ done, total: 1000, text: name });
        }
      },
    };
    const solver = new Solver((await WebAssembly.instantiate(await module, { worker })).exports);
    return solver;
  }

  /**
   * Asks solver.wasm a question; bindings/web/README.md lists the methods.
   *
   * @param {string} method
   * @param {...any} args
   * @returns {any}
   */
  ask(method, ...args) {
    const { allocate, answer, answer_length, memory } = this.#exports;
    const request = encoder.encode(JSON.stringify({ method, args }));
    const place = allocate(request.length);
    new Uint8Array(memory.buffer, place, request.length).set(request);
    this.#reported = performance.now();
    const start = answer();
    const text = decoder.decode(new Uint8Array(memory.buffer, start, answer_length()));
    const { result, error } = JSON.parse(text);
    if (error) {
      throw new SolverError(error.status, error.message);
    }
    return result;
  }

  /**
   * Returns the values of a position and of its moves. Without `dtz` the answer takes half the time.
   *
   * @param {string} fen
   * @param {{ dtz?: boolean, can_mate?: boolean }} [options]
   * @returns {Standard}
   */
  standard(fen, options = {}) {
    return this.ask("standard", fen, options);
  }

  /**
   * Returns the line of best play.
   *
   * @param {string} fen
   * @returns {Mainline}
   */
  mainline(fen) {
    return this.ask("mainline", fen);
  }

  /**
   * Returns the claims of the built-in draw rules about a position, with their reasons.
   *
   * @param {string} fen
   * @returns {Rules}
   */
  rules(fen) {
    return this.ask("rules", fen);
  }

  /**
   * Returns the counts of positions of an endgame, such as "KRKN".
   *
   * @param {string} endgame
   * @param {{ counting?: string }} [options]
   * @returns {Stats}
   */
  stats(endgame, options = {}) {
    return this.ask("stats", endgame, options);
  }

  /**
   * Returns sample positions of an endgame.
   *
   * @param {string} endgame
   * @param {Search} [search]
   * @returns {Found}
   */
  find(endgame, search = {}) {
    return this.ask("find", endgame, search);
  }
}
