// Requests of the page: documents that were answered are kept, answers that came too late are
// dropped, and progress is shown while one is awaited.

import { byId } from "./dom.js";

/** @typedef {import("./answers.js").Answers} Answers */
/** @typedef {import("./answers.js").Progress} Progress */

/** Documents that are kept. */
const KEPT = 400;

/** Milliseconds before a request that is not answered shows as work. */
const PATIENCE = 200;

export class Requests {
  /** @param {Answers} answers */
  constructor(answers) {
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
    /** @type {Map<string, number>} The latest request of each purpose. */
    this.latest = new Map();
    this.waiting = 0;
    /** Whether the work goes on between two requests. */
    this.goesOn = false;
    this.box = byId("progress", HTMLElement);
    this.bar = byId("progress-bar", HTMLProgressElement);
    this.text = byId("progress-text", HTMLElement);
    this.rest();
    this.use(answers);
  }

  /** Takes answers from somewhere else from now on. @param {Answers} answers */
  use(answers) {
    this.answers?.close();
    this.answers = answers;
    this.kept.clear();
    this.latest.forEach((count, purpose) => this.latest.set(purpose, count + 1));
    answers.onprogress = (progress) => this.progress(progress);
  }

  /**
   * Asks; resolves to null if a later request of the same purpose was made meanwhile.
   *
   * @template T
   * @param {string} purpose
   * @param {string} key  Names the document among all.
   * @param {(answers: Answers) => Promise<T>} request
   * @returns {Promise<T | null>}
   * @throws {Error} unless it is stale
   */
  async ask(purpose, key, request) {
    const count = (this.latest.get(purpose) ?? 0) + 1;
    this.latest.set(purpose, count);
    const current = () => this.latest.get(purpose) === count;
    try {
      const document = await this.document(key, request);
      return current() ? document : null;
    } catch (error) {
      if (current()) {
        throw error;
      }
      return null;
    }
  }

  /** A request of this purpose that is under way is stale from now on. @param {string} purpose */
  drop(purpose) {
    this.latest.set(purpose, (this.latest.get(purpose) ?? 0) + 1);
  }

  /** @template T @param {string} key @param {(answers: Answers) => Promise<T>} request @returns {Promise<T>} */
  document(key, request) {
    const known = this.kept.get(key);
    if (known) {
      return known;
    }
    const asked = request(/** @type {Answers} */ (this.answers));
    this.kept.set(key, asked);
    if (this.kept.size > KEPT) {
      this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
    }
    asked.catch(() => this.kept.get(key) === asked && this.kept.delete(key));
    void this.showWork(asked);
    return asked;
  }

  /** @param {Promise<any>} request */
  async showWork(request) {
    this.waiting += 1;
    const timer = setTimeout(() => {
      this.box.hidden = false;
    }, PATIENCE);
    await request.catch(() => null);
    clearTimeout(timer);
    this.waiting -= 1;
    this.rest();
  }

  /** Shows work that goes on until the next request, or none. @param {Progress | null} progress */
  between(progress) {
    this.goesOn = progress !== null;
    if (progress) {
      this.box.hidden = false;
      this.progress(progress);
    }
    this.rest();
  }

  /** Shows no progress where there is no work. */
  rest() {
    if (this.waiting === 0 && !this.goesOn) {
      this.box.hidden = true;
      this.bar.removeAttribute("value");
      this.text.textContent = "Solving…";
    }
  }

  /** @param {Progress} progress */
  progress({ done, total, text }) {
    if (total > 0) {
      this.bar.value = done / total;
    } else {
      this.bar.removeAttribute("value");
    }
    this.text.textContent = text;
  }
}
