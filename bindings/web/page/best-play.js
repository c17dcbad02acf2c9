// Best play after the moves that were played: which lines a position has, and which is shown.

import { byId } from "./dom.js";
import { parse } from "./fen.js";
import { hasLines } from "./words.js";

/** @typedef {import("./answers.js").LineMove} LineMove */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {"dtm" | "dtz"} Kind */

export class BestPlay {
  /**
   * @param {import("./requests.js").Requests} requests
   * @param {{ game: () => Game, show: (empty: string) => void }} handlers  `show` shows the moves, or a sentence.
   */
  constructor(requests, handlers) {
    this.requests = requests;
    this.handlers = handlers;
    /** @type {Kind} Which line is shown, where they differ. */
    this.kind = "dtm";
    for (const kind of /** @type {Kind[]} */ (["dtm", "dtz"])) {
      byId(`line-${kind}`, HTMLButtonElement).addEventListener("click", () => {
        this.kind = kind;
        handlers.game().line = [];
        void this.ask(true, "");
      });
    }
  }

  /** Shows none. @param {string} empty  A sentence for a list without moves. */
  clear(empty) {
    this.requests.drop("mainline");
    this.handlers.game().line = [];
    this.name(false, "");
    this.handlers.show(empty);
  }

  /** Another position is on the board: what is said of a line goes with the line. */
  turnTo() {
    if (this.handlers.game().line.length === 0) {
      this.name(false, "");
    }
  }

  /**
   * Best play after the end of the branch.
   *
   * @param {boolean} known  Whether a table has the position on the board.
   * @param {string} empty  A sentence for a list without moves.
   */
  async ask(known, empty) {
    const game = this.handlers.game();
    const { fen } = game.end;
    this.handlers.show(empty);
    if (game.line.length > 0) {
      this.requests.drop("mainline");
      return;
    }
    this.name(false, "");
    if (!hasLines(parse(fen)) || (!known && game.on === game.end)) {
      this.requests.drop("mainline");
      return;
    }
    try {
      const answer = await this.requests.ask("mainline", `mainline ${fen}`, (answers, signal) => answers.mainline(fen, signal));
      if (answer) {
        game.line = this.choose(answer).map(({ uci, san }) => ({ uci, san }));
        this.handlers.show(empty);
      }
    } catch {
      // The position itself was answered: it is shown without a line.
    }
  }

  /** The line that is shown. @param {import("./answers.js").Mainline} answer @returns {LineMove[]} */
  choose({ mainline, mate_line: mate = [], draw_line: draw = [] }) {
    if (draw.length > 0) {
      this.name(false, "One way to keep the draw: each move is the hardest to answer");
      return draw;
    }
    const names = (/** @type {LineMove[]} */ line) => line.map(({ san }) => san).join(" ");
    const both = mate.length > 0 && names(mate) !== names(mainline);
    this.name(both, both || mate.length === 0 ? "" : "The shortest mate (DTM), which is also the line by DTZ");
    return both && this.kind === "dtm" ? mate : mainline;
  }

  /** Says what the line is: a choice between two, or words. @param {boolean} choice @param {string} words */
  name(choice, words) {
    byId("line-kinds", HTMLElement).hidden = !choice;
    byId("line-about", HTMLElement).textContent = words;
    for (const kind of ["dtm", "dtz"]) {
      byId(`line-${kind}`, HTMLButtonElement).setAttribute("aria-pressed", String(kind === this.kind));
    }
  }
}
