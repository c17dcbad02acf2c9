// The solver for Node, which reads solver.wasm from the disk.

import { readFile } from "node:fs/promises";
import { Solver as Base } from "./solver.js";

export { SolverError } from "./solver.js";

/** Compiles solver.wasm, which lies beside this file. */
export async function compile(url = new URL("solver.wasm", import.meta.url)) {
  return WebAssembly.compile(await readFile(url));
}

/** As in a browser; without a module, solver.wasm beside this file. */
export class Solver extends Base {
  static start(module = compile(), onprogress = undefined) {
    return super.start(module, onprogress);
  }
}
