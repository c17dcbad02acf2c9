// Best play after the moves played: the lines of a position, and the line shown.

import { byId } from "./dom.js";
import { parse, placement, play } from "./fen.js";
import { hasLines } from "./words.js";

/** @typedef {import("./answers.js").LineMove} LineMove */
/** @typedef {import("./answers.js").Mainline} Mainline */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {"dtm" | "dtz"} Kind */

/** Plies after which a line that keeps a draw is cut. */
const DRAW_PLIES = 20;

export class BestPlay {
  /**
   * @param {import("./requests.js").Requests} requests
   * @param {{ game: () => Game, show: (empty: string) => void, moved: () => void }} handlers  `show` shows the moves, or a
   *   sentence; `moved`: the position on the board belonged to a line that was removed.
   */
  constructor(requests, handlers) {
    this.requests = requests;
    this.handlers = handlers;
    /** @type {Kind} Which line is shown, if they differ. */
    this.kind = "dtm";
    /** The position whose lines are known. */
    this.of = "";
    /** @type {Mainline} */
    this.lines = { mainline: [], winner: null };
    for (const kind of /** @type {Kind[]} */ (["dtm", "dtz"])) {
      byId(`line-${kind}`, HTMLButtonElement).addEventListener("click", () => {
        this.kind = kind;
        this.put("");
      });
    }
  }

  /** Shows none. @param {string} empty  A sentence for a list without moves. */
  clear(empty) {
    const game = this.handlers.game();
    this.requests.drop("mainline");
    this.forget();
    if (game.on.line === null) {
      game.setBest([]);
    }
    this.handlers.show(empty);
  }

  forget() {
    this.of = "";
    this.name(false, "");
  }

  /** Another position is on the board: the words about a line go with the line. */
  turnTo() {
    if (this.of !== this.handlers.game().origin.fen) {
      this.forget();
    }
  }

  /**
   * Shows best play after the last move played.
   *
   * @param {boolean} known  Whether a table has the position on the board.
   * @param {string} empty  A sentence for a list without moves.
   */
  async ask(known, empty) {
    const game = this.handlers.game();
    const { fen } = game.origin;
    this.handlers.show(empty);
    if (fen === this.of) {
      return;
    }
    if (!hasLines(parse(fen)) || (!known && game.on === game.origin)) {
      this.clear(empty);
      return;
    }
    try {
      const answer = await this.requests.ask("mainline", `mainline ${fen}`, (answers, signal) => answers.mainline(fen, signal));
      if (answer) {
        this.of = fen;
        this.lines = answer;
        this.put(empty);
      }
    } catch {
      // The position itself was answered: it is shown without a line.
    }
  }

  /** Puts the chosen line after the moves. @param {string} empty  A sentence for a list without moves. */
  put(empty) {
    const steps = this.choose(this.lines).map(({ uci, san }) => ({ uci, san }));
    const goesOn = (this.lines.draw_line ?? []).length > 0 && isBeginning(this.of, steps);
    const moved = this.handlers.game().setBest(steps, goesOn);
    this.handlers.show(empty);
    if (moved) {
      this.handlers.moved();
    }
  }

  /** The line that is shown. @param {Mainline} answer @returns {LineMove[]} */
  choose({ mainline, mate_line: mate = [], draw_line: draw = [] }) {
    if (draw.length > 0) {
      this.name(false, "One way to keep the draw, and as far as possible the material");
      return draw;
    }
    const names = (/** @type {LineMove[]} */ line) => line.map(({ san }) => san).join(" ");
    const both = mate.length > 0 && names(mate) !== names(mainline);
    this.name(both, both || mate.length === 0 ? "" : "The shortest mate (DTM), which is also the line by DTZ");
    return both && this.kind === "dtm" ? mate : mainline;
  }

  /** Shows what the line is: a choice between two lines, or words. @param {boolean} choice @param {string} words */
  name(choice, words) {
    byId("line-kinds", HTMLElement).hidden = !choice;
    byId("line-about", HTMLElement).textContent = words;
    for (const kind of ["dtm", "dtz"]) {
      byId(`line-${kind}`, HTMLButtonElement).setAttribute("aria-pressed", String(kind === this.kind));
    }
  }
}

/** Whether a line that keeps a draw is only a beginning: it was cut, or its last position came before. Else the game is
 * over after it. @param {string} fen @param {import("./game.js").Step[]} steps */
function isBeginning(fen, steps) {
  let position = parse(fen);
  const passed = [position, ...steps.map(({ uci }) => (position = play(position, uci)))];
  const names = passed.map(({ men, turn }) => placement(men) + turn);
  return steps.length >= DRAW_PLIES || new Set(names).size < names.length;
}
