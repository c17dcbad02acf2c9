// The sources of answers: the server that served the page, or a worker that solves in the browser.
// Both return the same documents.

import { endgameName, parse } from "./fen.js";

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
 * @typedef {object} Answers  Each question ends when its signal is aborted.
 * @property {(fen: string, signal: AbortSignal) => Promise<Standard>} standard
 * @property {(fen: string, signal: AbortSignal) => Promise<Standard>} canMate  The same with who can still mate.
 * @property {(fen: string, signal: AbortSignal) => Promise<Mainline>} mainline
 * @property {(fen: string, signal: AbortSignal) => Promise<Rules>} rules
 * @property {(endgame: string, signal: AbortSignal) => Promise<Stats>} stats
 * @property {(endgame: string, search: Search, signal: AbortSignal) => Promise<Found>} find
 * @property {boolean} hasConditions  Whether `find` takes conditions.
 * @property {() => Promise<Record<string, any>>} about
 * @property {((progress: Progress) => void) | null} onprogress
 * @property {() => void} close
 */

/**
 * Values by the colour that mates; null for a colour that cannot.
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

  /** Waits no longer than a person waits without news. @param {string} fen @param {AbortSignal} signal @returns {Promise<Standard>} */
  standard(fen, signal) {
    return this.get("standard", { fen, wait: 2 }, signal);
  }

  /** @param {string} fen @param {AbortSignal} signal @returns {Promise<Standard>} */
  canMate(fen, signal) {
    return this.get("standard", { fen, can_mate: 1 }, signal);
  }

  /** @param {string} fen @param {AbortSignal} signal @returns {Promise<Mainline>} */
  mainline(fen, signal) {
    return this.get("standard/mainline", { fen }, signal);
  }

  /** @param {string} fen @param {AbortSignal} signal @returns {Promise<Rules>} */
  rules(fen, signal) {
    return this.get("rules", { fen }, signal);
  }

  /** @param {string} endgame @param {AbortSignal} signal @returns {Promise<Stats>} */
  stats(endgame, signal) {
    return this.get(`stats/${encodeURIComponent(endgame)}`, {}, signal);
  }

  /** @param {string} endgame @param {Search} search @param {AbortSignal} signal @returns {Promise<Found>} */
  async find(endgame, search, signal) {
    const order = search.where === undefined ? null : "random";
    const found = await this.get(`find/${encodeURIComponent(endgame)}`, { ...search, order }, signal);
    return found.positions ? { ...found, fens: found.positions.map((/** @type {{ fen: string }} */ it) => it.fen) } : found;
  }

  /** The description of the server's API. */
  about() {
    return this.get("openapi.json", {});
  }

  close() {}

  /** @param {string} path @param {Record<string, any>} query @param {AbortSignal} [signal] @returns {Promise<any>} */
  async get(path, query, signal) {
    const url = new URL(path, this.base);
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) {
        url.searchParams.set(name, String(value));
      }
    }
    return JSON.parse(await this.text(url, { signal }));
  }

  /** The categories of positions, in their order; null for one without a table. @param {string[]} fens @returns {Promise<(string | null)[]>} */
  async categories(fens) {
    const text = await this.text(new URL("standard/batch", this.base), { method: "POST", body: fens.join("\n") });
    return text.trim().split("\n").map((line) => JSON.parse(line).category ?? null);
  }

  /** Converts a game from PGN to a document, or back. @param {string | object} game @returns {Promise<any>} */
  async game(game) {
    const isPgn = typeof game === "string";
    const text = await this.text(new URL("game", this.base), { method: "POST", body: isPgn ? game : JSON.stringify(game) });
    return isPgn ? JSON.parse(text) : text;
  }

  /** @param {URL} url @param {RequestInit} request */
  async text(url, request) {
    let response;
    let text;
    try {
      response = await fetch(url, request);
      text = await response.text();
    } catch {
      throw new AnswerError(0, "The server does not answer. Is it still running?");
    }
    if (!response.ok) {
      throw new AnswerError(response.status, errorText(text, response));
    }
    return text;
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

/**
 * @typedef {object} Job  A question to the worker.
 * @property {number} id
 * @property {string} method
 * @property {any[]} args
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {boolean} solving  Whether the worker has reported progress.
 * @property {boolean} wanted  Whether somebody waits for the answer.
 */

/** Answers from a worker that solves in the browser. It gets one job at a time. @implements {Answers} */
export class WorkerAnswers {
  /** @param {string} url  Of the worker. */
  constructor(url) {
    this.url = url;
    this.hasConditions = false;
    /** @type {((progress: Progress) => void) | null} */
    this.onprogress = null;
    this.next = 1;
    /** @type {Job[]} The worker has the first. */
    this.jobs = [];
    this.worker = this.start();
  }

  start() {
    const worker = new Worker(this.url, { type: "module" });
    worker.addEventListener("message", ({ data }) => this.receive(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail(new AnswerError(0, "The solver could not be started in this browser, or this server has none for browsers."));
    });
    return worker;
  }

  /** @param {{ id: number, result?: any, error?: { status: number, message: string }, progress?: Progress }} data */
  receive(data) {
    const job = this.jobs[0];
    if (job?.id !== data.id) {
      return;
    }
    if (data.progress) {
      job.solving = true;
      if (!this.endUnwanted()) {
        this.onprogress?.(data.progress);
      }
      return;
    }
    if (data.error) {
      job.reject(new AnswerError(data.error.status, data.error.message));
    } else {
      job.resolve(data.result);
    }
    this.turnToNext();
  }

  /** The first job is over. */
  turnToNext() {
    this.jobs.shift();
    this.post();
  }

  /** Hands the first job to the worker. */
  post() {
    if (this.jobs.length > 0) {
      const [{ id, method, args }] = this.jobs;
      this.worker.postMessage({ id, method, args });
    }
  }

  /** @param {Job} job */
  giveUp(job) {
    job.wanted = false;
    job.reject(new AnswerError(0, "The question was given up."));
    if (job === this.jobs[0]) {
      this.endUnwanted();
    } else {
      this.jobs = this.jobs.filter((other) => other !== job);
    }
  }

  /**
   * Ends a solve that nobody waits for, by ending its worker, which cannot receive messages while it solves. A
   * solve of an endgame that the next jobs need continues.
   */
  endUnwanted() {
    const [job, ...others] = this.jobs;
    const useful = others.some(({ args }) => endgameOf(args[0]) === endgameOf(job.args[0]));
    if (!job || job.wanted || !job.solving || useful) {
      return false;
    }
    this.worker.terminate();
    this.worker = this.start();
    this.turnToNext();
    return true;
  }

  /** @param {Error} error */
  fail(error) {
    const jobs = this.jobs;
    this.jobs = [];
    jobs.forEach(({ reject }) => reject(error));
  }

  /** @param {string} method @param {any[]} args @param {AbortSignal} [signal] @returns {Promise<any>} */
  call(method, args, signal) {
    return new Promise((resolve, reject) => {
      const job = { id: this.next, method, args, resolve, reject, solving: false, wanted: true };
      this.next += 1;
      this.jobs.push(job);
      signal?.addEventListener("abort", () => this.jobs.includes(job) && this.giveUp(job));
      if (this.jobs.length === 1) {
        this.post();
      }
    });
  }

  /** @param {string} fen @param {AbortSignal} signal @returns {Promise<Standard>} */
  standard(fen, signal) {
    return this.call("standard", [fen], signal);
  }

  /** @param {string} fen @param {AbortSignal} signal @returns {Promise<Standard>} */
  canMate(fen, signal) {
    return this.call("standard", [fen, { can_mate: true }], signal);
  }

  /** @param {string} fen @param {AbortSignal} signal @returns {Promise<Mainline>} */
  mainline(fen, signal) {
    return this.call("mainline", [fen], signal);
  }

  /** @param {string} fen @param {AbortSignal} signal @returns {Promise<Rules>} */
  rules(fen, signal) {
    return this.call("rules", [fen], signal);
  }

  /** @param {string} endgame @param {AbortSignal} signal @returns {Promise<Stats>} */
  stats(endgame, signal) {
    return this.call("stats", [endgame], signal);
  }

  /** @param {string} endgame @param {Search} search @param {AbortSignal} signal @returns {Promise<Found>} */
  find(endgame, search, signal) {
    return this.call("find", [endgame, search], signal);
  }

  about() {
    return this.call("about", []);
  }

  close() {
    this.worker.terminate();
    this.fail(new AnswerError(0, "The solver was stopped."));
  }
}

/** The endgame of a question: of its FEN, or the name itself. @param {any} about */
function endgameOf(about) {
  const text = String(about);
  return text.includes("/") ? endgameName(parse(text)) : text;
}

/**
 * Returns the server if it answers questions, else the worker. A server of plain files has a file `monitor`
 * with other content, so that no request fails.
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
