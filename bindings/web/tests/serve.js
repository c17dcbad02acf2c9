// A web server for tests: the explorer's files under a path, and answers under the same path from
// recorded documents, from a `drawproof serve` that runs beside it, or none.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("..", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

const ANSWERS = /^(monitor|openapi\.json|standard|standard\/mainline|standard\/batch|game|rules|stats\/\w+|find\/\w+)$/;

/** What reads games, which scripts/build-web makes. */
const MODULE = ["worker.js", "solver.js", "solver.wasm"];

/** @typedef {{ status: number, body: string }} Answer */

/** The file of a path below the page. @param {string} path @param {"page" | "dist"} folder */
function file(path, folder) {
  const name = normalize(path || "index.html");
  if (name.startsWith("..")) {
    return null;
  }
  if (folder === "page" && name.startsWith("cm-chessboard/")) {
    return join(WEB, "vendor", name);
  }
  if (folder === "page" && MODULE.includes(name)) {
    return join(WEB, "dist", name);
  }
  return join(WEB, folder, name);
}

/**
 * Serves until `close` is called.
 *
 * @param {object} options
 * @param {"page" | "dist"} options.folder  Files as they are written, or as scripts/build-web packs them.
 * @param {string} [options.path]  Where the page lies on the server, with slashes around.
 * @param {((path: string, query: URLSearchParams, body?: string) => Promise<Answer>) | null} [options.answer]
 * @param {number} [options.port]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve({ folder, path = "/", answer = null, port = 0 }) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const name = url.pathname.startsWith(path) ? decodeURIComponent(url.pathname.slice(path.length)) : "..";
    try {
      if (answer && ANSWERS.test(name)) {
        const asked = request.method === "POST" ? await text(request) : undefined;
        const { status, body } = await answer(name, url.searchParams, asked);
        response.writeHead(status, { "content-type": "application/json" }).end(body);
        return;
      }
      const found = file(name, folder);
      const body = await readFile(found ?? "");
      response.writeHead(200, { "content-type": TYPES[extname(found)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("there is nothing at this path\n");
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${path}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
