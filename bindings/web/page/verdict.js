// The headline: the value of the position, the reason for a missing answer, or a note that it is pending.

import { byId, release } from "./dom.js";
import { PATIENCE } from "./requests.js";
import { result } from "./words.js";

/** What a refusal is about: missing men, a wrong position, tables that will come, or anything else. */
const TITLES = { incomplete: "Set up a position", wrong: "No answer", later: "No answer yet", fault: "No answer" };

/** @typedef {keyof typeof TITLES} Refusal */

/** Milliseconds until a position without a table is asked about again. */
const PAUSE = 1000;

export class Verdict {
  /** @param {import("./requests.js").Requests} requests @param {() => void} askAgain */
  constructor(requests, askAgain) {
    this.requests = requests;
    this.askAgain = askAgain;
    this.box = byId("result", HTMLElement);
    this.name = byId("endgame-name", HTMLElement);
    /** @type {ReturnType<typeof setTimeout> | undefined} Until it is said that there is no answer yet. */
    this.patience = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} Until a position without a table is asked about again. */
    this.retry = undefined;
    /** The greatest number of tables that were still to be solved before the answer. */
    this.tables = 0;
    byId("retry", HTMLButtonElement).addEventListener("click", askAgain);
  }

  /** A position is asked about. @param {string} endgame */
  await(endgame) {
    this.box.style.minHeight = `${this.box.getBoundingClientRect().height}px`; // the page does not jump
    this.tell("…", "", "none");
    this.name.textContent = endgame;
    document.title = `${endgame} · drawproof`;
    this.wait(null);
    this.patience = setTimeout(() => this.tell(TITLES.later, "", "none"), PATIENCE);
  }

  /**
   * Says what the result is.
   *
   * @param {import("./answers.js").Value} value
   * @param {import("./fen.js").Position} position
   * @returns {boolean} whether a table has the position
   */
  say(value, position) {
    const words = result(value, position);
    const winner = words.winner === "w" ? "white" : words.winner === "b" ? "black" : "";
    this.tell(words.title, words.detail, `${words.group} ${winner}`);
    release(this.box);
    return words.group !== "unknown";
  }

  /** @param {string} reason  A sentence. @param {Refusal} why */
  refuse(reason, why) {
    this.busy(false);
    this.tell(TITLES[why], reason, "none");
    release(this.box);
    if (why !== "later") {
      this.name.textContent = "";
    }
    this.wait(why === "later" ? reason : null);
  }

  /** Shows whether the position waits for its tables: a button asks again, and so does a timer.
   * @param {string | null} reason  With the number of tables to go. */
  wait(reason) {
    clearTimeout(this.retry);
    byId("retry", HTMLButtonElement).hidden = reason === null;
    if (reason === null) {
      this.tables = 0;
      this.requests.between(null);
      return;
    }
    const left = Number(/(\d+) tables to go/.exec(reason)?.[1] ?? 1);
    this.tables = Math.max(this.tables, left);
    this.requests.between({ done: this.tables - left, total: this.tables > 1 ? this.tables : 0, text: "" });
    this.retry = setTimeout(this.askAgain, PAUSE);
  }

  /** @param {boolean} on */
  busy(on) {
    if (on) {
      clearTimeout(this.retry);
      this.box.setAttribute("aria-busy", "true");
    } else {
      this.box.removeAttribute("aria-busy");
    }
  }

  /** @param {string} title @param {string} detail @param {string} kind  Classes. */
  tell(title, detail, kind) {
    clearTimeout(this.patience);
    this.box.className = `result ${kind}`;
    byId("result-title", HTMLElement).textContent = title;
    byId("result-detail", HTMLElement).textContent = detail;
    document.title = `${title} · drawproof`;
  }
}
