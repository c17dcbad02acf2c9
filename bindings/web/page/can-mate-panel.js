// Shows which colours can still mate, and the shortest helpmates.

import { byId, element, hold, release } from "./dom.js";
import { canMateWords, helpmateWords } from "./words.js";

/** @typedef {import("./answers.js").Helpmate} Helpmate */

/** The most men whose helpmates are asked for without a click: more take long to solve. */
const MEN = 4;

export class CanMatePanel {
  /**
   * @param {import("./requests.js").Requests} requests
   * @param {(steps: import("./game.js").Step[]) => void} add  Adds a helpmate to the moves.
   */
  constructor(requests, add) {
    this.requests = requests;
    this.add = add;
    this.place = byId("can-mate", HTMLElement);
  }

  /** Empties the panel, which keeps its height for the next content. */
  await() {
    this.requests.drop("can mate");
    hold(this.place);
  }

  clear() {
    this.await();
    release(this.place);
  }

  /** @param {...(Node | string)} children */
  fill(...children) {
    this.place.replaceChildren(...children);
    release(this.place);
  }

  /** Asks about a position, or shows a button that asks. @param {string} fen @param {number} men */
  offer(fen, men) {
    if (men <= MEN) {
      void this.ask(fen);
    } else {
      this.fill(link("Who can still mate?", "Solves the helpmates", () => void this.ask(fen)));
    }
  }

  /** @param {string} fen */
  async ask(fen) {
    this.await();
    try {
      const answer = await this.requests.ask("can mate", `can mate ${fen}`, (answers, signal) => answers.canMate(fen, signal));
      if (answer?.can_mate) {
        const { white = null, black = null } = answer.helpmates ?? {};
        const helpmates = [...this.helpmate("White", white), ...this.helpmate("Black", black)];
        const more = element("details", {}, element("summary", {}, "Helpmates"), ...helpmates);
        this.fill(`${canMateWords(answer.can_mate)} `, ...(helpmates.length > 0 ? [more] : []));
      } else if (answer) {
        this.fill("The tables that tell who can still mate do not fit into the memory.");
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.fill(`${reason} `, link("Ask again", "", () => void this.ask(fen)));
    }
  }

  /** @param {string} name @param {Helpmate | null} helpmate */
  helpmate(name, helpmate) {
    if (!helpmate) {
      return [];
    }
    const steps = helpmate.line.map((uci, index) => ({ uci, san: helpmate.san[index] }));
    const text = `${name} ${helpmateWords(helpmate)}`;
    // A mate on the board has no moves.
    return [element("p", {}, steps.length > 0 ? link(text, "Add this helpmate to the moves", () => this.add(steps)) : text)];
  }
}

/** @param {string} text @param {string} title @param {() => void} onclick */
const link = (text, title, onclick) => element("button", { type: "button", class: "link", title, onclick }, text);
