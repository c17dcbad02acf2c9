// Where answers come from: the server that served the page, or a worker that solves in the browser.
// Both return the same documents.

/**
 * @typedef {object} Value  The result of a position, for its side to move.
 * @property {string} category  As in the Lichess tablebase API, such as "win" or "cursed-win".
 * @property {number | null} dtm  Plies to mate; negative for the side that is mated.
 * @property {number | null} dtz  Plies to the next capture or pawn move.
 * @property {boolean} checkmate
 * @property {boolean} stalemate
 * @property {boolean} insufficient_material
 *
 * @typedef {Value & { uci: string, san: string, zeroing: boolean }} Move
 *   Values are those of the position after the move, for the other side.
 * @typedef {Value & { moves: Move[], endgame?: string, can_mate?: ByColour<number> | null, dead?: boolean | null,
 *   helpmates?: ByColour<Helpmate> | null }} Standard
 *   Who can still mate, null unless it was asked for and a table has it.
 * @typedef {{ length: string, solutions: number, line: string[], san: string[] }} Helpmate
 * @typedef {{ uci: string, san: string, dtm?: number | null, dtz?: number | null }} LineMove
 * @typedef {{ mainline: LineMove[], mate_line?: LineMove[], draw_line?: LineMove[], winner: "w" | "b" | null }} Mainline
 *   Best play within the fifty-move rule, the shortest line to mate, a line that keeps a draw.
 *
 * @typedef {object} Reason
 * @property {string} id
 * @property {string} says
 * @property {"unless" | "because"} role  An exception, or a branch that claims.
 * @property {boolean} holds
 * @property {string[]} men  Squares of the men on which it depends; none if it does not hold.
 * @property {Record<string, string[]>} squares  By man: where the reason holds if that man stands there.
 *
 * Claims and results "win" and "loss" are those of the side to move.
 * @typedef {{ name: string, claim: string | null, result: string | null, right: boolean | null, reasons: Reason[] }} Rule
 * @typedef {{ fen: string, endgame: string, rules: Rule[] }} Rules
 *
 * @typedef {object} SideCounts
 * @property {number} positions
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number | null} longest_win_plies
 * @property {number | null} longest_loss_plies
 * @property {string | null} longest_win_fen
 * @property {string | null} [longest_loss_fen]
 * @property {{ plies: number, wins: number, losses: number }[]} [distances]
 *
 * @typedef {{ endgame: string, counting: string, white_to_move: SideCounts, black_to_move: SideCounts,
 *   mutual_zugzwangs: number | null }} Stats
 * @typedef {{ kind?: string, plies?: number | null, side?: string | null, where?: string, seed?: number }} Search
 *   A kind, or a condition.
 * @typedef {{ endgame: string, found: number, fens: string[] }} Found
 * @typedef {{ done: number, total: number, text: string }} Progress
 *
 * @typedef {object} Answers
 * @property {(fen: string) => Promise<Standard>} standard
 * @property {(fen: string) => Promise<Standard>} canMate  The same with who can still mate.
 * @property {(fen: string) => Promise<Mainline>} mainline
 * @property {(fen: string) => Promise<Rules>} rules
 * @property {(endgame: string) => Promise<Stats>} stats
 * @property {(endgame: string, search: Search) => Promise<Found>} find
 * @property {boolean} hasConditions  Whether `find` takes conditions.
 * @property {() => Promise<Record<string, any>>} about
 * @property {((progress: Progress) => void) | null} onprogress
 * @property {() => void} close
 */

/**
 * By the colour that mates; null where it cannot.
 *
 * @template T
 * @typedef {{ white: T | null, black: T | null }} ByColour
 */

/** A request that was refused, with a sentence for people. `status` is that of HTTP, 0 without a server. */
export class AnswerError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.name = "AnswerError";
    this.status = status;
  }

  /** Whether the same request may be answered later. */
  get isForNow() {
    return [0, 429, 503].includes(this.status);
  }
}

/** Answers from `drawproof serve`. @implements {Answers} */
export class ServerAnswers {
  /** @param {string} base  Folder of the page, with a slash at the end. */
  constructor(base) {
    this.base = base;
    this.hasConditions = true;
    /** @type {((progress: Progress) => void) | null} */
    this.onprogress = null;
  }

  /** Not longer than a person waits without a word. @param {string} fen @returns {Promise<Standard>} */
  standard(fen) {
    return this.get("standard", { fen, wait: 2 });
  }

  /** @param {string} fen @returns {Promise<Standard>} */
  canMate(fen) {
    return this.get("standard", { fen, can_mate: 1 });
  }

  /** @param {string} fen @returns {Promise<Mainline>} */
  mainline(fen) {
    return this.get("standard/mainline", { fen });
  }

  /** @param {string} fen @returns {Promise<Rules>} */
  rules(fen) {
    return this.get("rules", { fen });
  }

  /** @param {string} endgame @returns {Promise<Stats>} */
  stats(endgame) {
    return this.get(`stats/${encodeURIComponent(endgame)}`, {});
  }

  /** @param {string} endgame @param {Search} search @returns {Promise<Found>} */
  async find(endgame, search) {
    const order = search.where === undefined ? null : "random";
    const found = await this.get(`find/${encodeURIComponent(endgame)}`, { ...search, order });
    return found.positions ? { ...found, fens: found.positions.map((/** @type {{ fen: string }} */ it) => it.fen) } : found;
  }

  /** The description of the server's API. */
  about() {
    return this.get("openapi.json", {});
  }

  close() {}

  /** @param {string} path @param {Record<string, any>} query @returns {Promise<any>} */
  async get(path, query) {
    const url = new URL(path, this.base);
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) {
        url.searchParams.set(name, String(value));
      }
    }
    let response;
    try {
      response = await fetch(url);
    } catch {
      throw new AnswerError(0, "The server does not answer. Is it still running?");
    }
    const text = await response.text();
    if (!response.ok) {
      throw new AnswerError(response.status, errorText(text, response));
    }
    return JSON.parse(text);
  }
}

/** @param {string} text @param {Response} response */
function errorText(text, response) {
  try {
    const document = JSON.parse(text);
    return String(document.error?.message ?? document.message ?? document.error ?? text);
  } catch {
    return text.trim().slice(0, 300) || `${response.status} ${response.statusText}`;
  }
}

/** Answers from a worker that solves in the browser. @implements {Answers} */
export class WorkerAnswers {
  /** @param {string} url  Of the worker. */
  constructor(url) {
    this.hasConditions = false;
    /** @type {((progress: Progress) => void) | null} */
    this.onprogress = null;
    this.next = 1;
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
    this.open = new Map();
    this.worker = new Worker(url, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.receive(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail(new AnswerError(0, "The solver could not be started in this browser."));
    });
  }

  /** @param {{ id: number, result?: any, error?: { status: number, message: string }, progress?: Progress }} data */
  receive(data) {
    if (data.progress) {
      this.onprogress?.(data.progress);
      return;
    }
    const request = this.open.get(data.id);
    this.open.delete(data.id);
    if (data.error) {
      request?.reject(new AnswerError(data.error.status, data.error.message));
    } else {
      request?.resolve(data.result);
    }
  }

  /** @param {Error} error */
  fail(error) {
    this.open.forEach(({ reject }) => reject(error));
    this.open.clear();
  }

  /** @param {string} method @param {any[]} args @returns {Promise<any>} */
  call(method, ...args) {
    return new Promise((resolve, reject) => {
      const id = this.next;
      this.next += 1;
      this.open.set(id, { resolve, reject });
      this.worker.postMessage({ id, method, args });
    });
  }

  /** @param {string} fen @returns {Promise<Standard>} */
  standard(fen) {
    return this.call("standard", fen);
  }

  /** @param {string} fen @returns {Promise<Standard>} */
  canMate(fen) {
    return this.call("standard", fen, { can_mate: true });
  }

  /** @param {string} fen @returns {Promise<Mainline>} */
  mainline(fen) {
    return this.call("mainline", fen);
  }

  /** @param {string} fen @returns {Promise<Rules>} */
  rules(fen) {
    return this.call("rules", fen);
  }

  /** @param {string} endgame @returns {Promise<Stats>} */
  stats(endgame) {
    return this.call("stats", endgame);
  }

  /** @param {string} endgame @param {Search} search @returns {Promise<Found>} */
  find(endgame, search) {
    return this.call("find", endgame, search);
  }

  about() {
    return this.call("about");
  }

  close() {
    this.worker.terminate();
    this.fail(new AnswerError(0, "The solver was stopped."));
  }
}

/**
 * The server if the page comes from one that answers, else the worker. A server of plain files has a
 * file `monitor` with other words, so that no request fails.
 *
 * @param {string} base
 * @returns {Promise<"server" | "worker">}
 */
export async function preferredSource(base) {
  try {
    const response = await fetch(new URL("monitor", base));
    return response.ok && (await response.text()).startsWith("tablebase ") ? "server" : "worker";
  } catch {
    return "worker";
  }
}

/** @param {"server" | "worker"} source @param {string} base @returns {Answers} */
export function openSource(source, base) {
  return source === "server" ? new ServerAnswers(base) : new WorkerAnswers(new URL("worker.js", base).href);
}
