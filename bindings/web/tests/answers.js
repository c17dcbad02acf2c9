// Answers for the tests: from a `drawproof serve` that runs beside them, or recorded from one.

import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";

/** @typedef {import("./serve.js").Answer} Answer */

/** @type {Promise<Answer>} */
const never = new Promise(() => {});

/** The name of a document; the seed of a search and the time to wait do not matter. @param {string} path @param {URLSearchParams} query @param {string} [body] */
function key(path, query, body = "") {
  const kept = [...query].filter(([name]) => !["seed", "wait"].includes(name)).sort(([a], [b]) => a.localeCompare(b));
  return [path, ...kept.map(([name, value]) => `${name}=${value}`), ...(body ? [body] : [])].join(" ");
}

/**
 * Starts `drawproof serve` on a free port, and passes requests on.
 *
 * @param {string} program  Path of `drawproof`.
 */
export async function fromServer(program) {
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
  const lines = createInterface({ input: server.stdout });
  const base = await new Promise((resolve, reject) => {
    lines.on("line", (line) => line.startsWith("listening on ") && resolve(line.slice("listening on ".length)));
    server.on("error", reject);
    server.on("exit", (status) => reject(new Error(`${program} serve ended with status ${status}`)));
  });
  const close = () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill();
    return ended;
  };
  return { ...fromAddress(base), close };
}

/** Passes requests on to a server that runs already. @param {string} base  Its address, without a slash at the end. */
export function fromAddress(base) {
  return {
    /** @param {string} path @param {URLSearchParams} query @param {string} [body] @returns {Promise<Answer>} */
    answer: async (path, query, body) => {
      const response = await fetch(`${base}/${path}?${query}`, body === undefined ? {} : { method: "POST", body });
      return { status: response.status, body: await response.text() };
    },
    close: async () => {},
  };
}

/** Recorded answers, one per line: its name and the document. Positions that exist only for a moment, while one
 * is set up or a line runs, may not be recorded and get no answer.
 * @param {URL} file */
export async function recorded(file) {
  /** @type {Map<string, Answer>} */
  const documents = new Map(Object.entries(JSON.parse(await readFile(file, "utf8"))));
  return {
    /** @param {string} path @param {URLSearchParams} query @param {string} [body] @returns {Promise<Answer>} */
    answer: async (path, query, body) => {
      const found = documents.get(key(path, query, body));
      return found
        ? { status: found.status, body: typeof found.body === "string" ? found.body : JSON.stringify(found.body) }
        : never;
    },
    close: async () => {},
  };
}

/**
 * Records the answers of a server.
 *
 * @param {Awaited<ReturnType<typeof fromServer>>} server
 * @param {URL} file
 */
export function recording(server, file) {
  /** @type {Map<string, { status: number, body: any }>} */
  const documents = new Map();
  return {
    /** @param {string} path @param {URLSearchParams} query @param {string} [asked] @returns {Promise<Answer>} */
    answer: async (path, query, asked) => {
      const { status, body } = await server.answer(path, query, asked);
      let kept = body;
      try {
        kept = JSON.parse(body);
      } catch {
        // A refusal in plain words.
      }
      documents.set(key(path, query, asked), { status, body: kept });
      return { status, body };
    },
    close: async () => {
      const lines = [...documents].sort().map((entry) => entry.map((part) => JSON.stringify(part)).join(": "));
      await writeFile(file, `{\n${lines.join(",\n")}\n}\n`);
      await server.close();
    },
  };
}
