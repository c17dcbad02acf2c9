// Requests of the page: answered documents are cached, a request that nobody waits for is cancelled,
// and progress is shown while one is awaited.

import { byId } from "./dom.js";

/** @typedef {import("./answers.js").Answers} Answers */
/** @typedef {import("./answers.js").Progress} Progress */

/** Documents that are kept. */
const KEPT = 400;

/** Milliseconds before a request that is not answered shows as work. */
export const PATIENCE = 200;

/**
 * @template T
 * @typedef {(answers: Answers, signal: AbortSignal) => Promise<T>} Request  The signal gives it up.
 */

export class Requests {
  /** @param {Answers} answers */
  constructor(answers) {
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
    /** @type {Map<string, { key: string | null }>} The latest request of each purpose; without a key if it was dropped. */
    this.latest = new Map();
    /** @type {Map<string, AbortController>} Requests that are under way. */
    this.open = new Map();
    this.waiting = 0;
    /** Whether the work continues between two requests. */
    this.goesOn = false;
    this.box = byId("progress", HTMLElement);
    this.bar = byId("progress-bar", HTMLProgressElement);
    this.text = byId("progress-text", HTMLElement);
    this.rest();
    this.use(answers);
  }

  /** Takes answers from another source from now on. @param {Answers} answers */
  use(answers) {
    this.answers?.close();
    this.answers = answers;
    this.kept.clear();
    this.open.forEach((controller) => controller.abort());
    this.open.clear();
    this.latest.clear();
    answers.onprogress = (progress) => this.progress(progress);
  }

  /**
   * Asks; resolves to null if a later request of the same purpose was made meanwhile.
   *
   * @template T
   * @param {string} purpose
   * @param {string} key  Names the document among all.
   * @param {Request<T>} request
   * @returns {Promise<T | null>}
   * @throws {Error} unless it is stale
   */
  async ask(purpose, key, request) {
    const asked = { key };
    const current = () => this.latest.get(purpose) === asked;
    this.replace(purpose, asked);
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

  /** Makes the pending requests of these purposes stale. @param {...string} purposes */
  drop(...purposes) {
    purposes.forEach((purpose) => this.replace(purpose, { key: null }));
  }

  /** @param {string} purpose @param {{ key: string | null }} by */
  replace(purpose, by) {
    const before = this.latest.get(purpose)?.key;
    this.latest.set(purpose, by);
    if (before) {
      // Its replacement may ask for the same document.
      setTimeout(() => this.giveUp(before));
    }
  }

  /** Gives up a request, unless somebody waits for it. @param {string} key */
  giveUp(key) {
    const controller = this.open.get(key);
    if (controller && ![...this.latest.values()].some((asked) => asked.key === key)) {
      this.open.delete(key);
      this.kept.delete(key);
      controller.abort();
    }
  }

  /** @template T @param {string} key @param {Request<T>} request @returns {Promise<T>} */
  document(key, request) {
    const known = this.kept.get(key);
    if (known) {
      return known;
    }
    const controller = new AbortController();
    this.open.set(key, controller);
    const asked = request(/** @type {Answers} */ (this.answers), controller.signal);
    this.kept.set(key, asked);
    if (this.kept.size > KEPT) {
      this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
    }
    const close = () => this.open.get(key) === controller && this.open.delete(key);
    asked.then(close, () => close() && this.kept.delete(key));
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

  /** Shows work that continues until the next request, or no work. @param {Progress | null} progress */
  between(progress) {
    this.goesOn = progress !== null;
    if (progress) {
      this.box.hidden = false;
      this.progress(progress);
    }
    this.rest();
  }

  /** Hides the progress if there is no work. */
  rest() {
    if (this.waiting === 0 && !this.goesOn) {
      this.box.hidden = true;
      this.bar.removeAttribute("value");
      this.text.textContent = "Waiting for the answer…";
    }
  }

  /** @param {Progress} progress */
  progress({ done, total, text }) {
    if (total > 0) {
      this.bar.value = done / total;
    } else {
      this.bar.removeAttribute("value");
    }
    this.text.textContent = text && `Solving ${text}`;
  }
}
