// A drill: a won or drawn position is played out against the table, which resists as long as it can, as in Ken
// Thompson's bet that a master would not win queen against rook from it.

import { byId, counted } from "./dom.js";
import { other, parse, side, sideName } from "./fen.js";
import { branch } from "./game.js";
import { group, mateIn, moveGroup, pliesOf } from "./words.js";

/** @typedef {import("./answers.js").Standard} Standard */
/** @typedef {import("./answers.js").Move} Move */
/** @typedef {import("./game.js").MoveNode} MoveNode */

/** Results for one side, worst first. @type {import("./words.js").Group[]} */
const RANKS = ["loss", "blessed", "draw", "cursed", "win"];

/** Material, roughly. @type {Record<string, number>} */
const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/** Milliseconds before the table answers. */
const PAUSE = 350;

/** Moves after which a draw is held. */
const HELD = 50;

export class Drill {
  /**
   * @param {{ game: () => import("./game.js").Game, play: (move: import("./game.js").Step) => void, takeBack: (to: MoveNode) => void,
   *   drawLine: (fen: string) => Promise<import("./game.js").Step | undefined>, changed: () => void }} handlers
   *   `takeBack` makes a position the last one of its branch; `drawLine` is the first move of a line that keeps the draw.
   */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {{ side: "w" | "b", goal: number, plies: number, from: MoveNode } | null} */
    this.task = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.reply = undefined;
    this.startButton = byId("drill-start", HTMLButtonElement);
    this.back = byId("drill-back", HTMLButtonElement);
    this.back.addEventListener("click", () => this.takeBack());
    byId("drill-again", HTMLButtonElement).addEventListener("click", () => this.task && this.handlers.takeBack(this.task.from));
    byId("drill-stop", HTMLButtonElement).addEventListener("click", () => {
      this.stop();
      byId("result", HTMLElement).focus();
    });
  }

  /** The side that the person plays. */
  get side() {
    return this.task?.side ?? null;
  }

  /** Whether a position can be played out. @param {Standard} answer */
  offer(answer) {
    this.startButton.hidden = answer.moves.length === 0 || group(answer.category) === "unknown";
  }

  /** @param {Standard} answer  Of the position on the board. */
  start(answer) {
    const { on } = this.handlers.game();
    const { turn } = parse(on.fen);
    const of = group(answer.category);
    const loses = of === "loss" || of === "blessed";
    const mine = of === "draw" ? weaker(parse(on.fen)) : loses ? other(turn) : turn;
    this.task = { side: mine, goal: rank(of, turn === mine), plies: Math.abs(answer.dtm ?? 0), from: on };
    byId("drill-title", HTMLElement).textContent = `You are ${sideName(mine)}: ${this.isWin ? "win" : "hold the draw"}`;
    document.body.classList.add("drilling");
    this.handlers.changed();
    this.answered(answer);
    byId("drill", HTMLElement).focus();
  }

  stop() {
    if (this.task) {
      clearTimeout(this.reply);
      this.task = null;
      document.body.classList.remove("drilling");
      this.handlers.changed();
    }
  }

  get isWin() {
    return (this.task?.goal ?? 0) > RANKS.indexOf("draw");
  }

  /** Handles the answer about the position on the board: the table moves, or the state of the drill is shown. @param {Standard} answer */
  answered(answer) {
    clearTimeout(this.reply);
    const { task } = this;
    if (!task) {
      return;
    }
    const { on } = this.handlers.game();
    const position = parse(on.fen);
    const mine = position.turn === task.side;
    this.back.disabled = this.lastOwn() === null;
    const end = this.end(answer, position, mine);
    this.say(end?.text ?? this.standing(answer), end?.kind ?? "");
    if (!mine && !end) {
      this.reply = setTimeout(() => void this.resist(answer, on.fen), PAUSE);
    }
  }

  /** How the drill ended; null if it continues. @param {Standard} answer @param {import("./fen.js").Position} position
   * @param {boolean} mine */
  end(answer, position, mine) {
    const { goal, plies, side: own } = /** @type {NonNullable<Drill["task"]>} */ (this.task);
    if (rank(group(answer.category), mine) < goal) {
      return { kind: "lost", text: `That threw the ${this.isWin ? "win" : "draw"} away: ${this.now(answer, mine, own)}` };
    }
    const moves = this.moves();
    if (answer.checkmate) {
      const least = `the shortest way takes ${counted(mateIn(plies), "move")}`;
      return { kind: "done", text: `Checkmate in ${counted(moves, "move")}${plies > 0 ? `; ${least}` : ""}.` };
    }
    const drawn = answer.moves.length === 0 ? "The game is over" : this.byRule(position);
    if (drawn && this.isWin) {
      return { kind: "lost", text: `${drawn}: that threw the win away.` };
    }
    if (drawn || (!this.isWin && moves >= HELD)) {
      return { kind: "done", text: `${drawn ?? `${HELD} moves are played`}: the draw is held.` };
    }
    return null;
  }

  /** The result of the position now, in words. @param {Standard} answer @param {boolean} mine @param {"w" | "b"} own */
  now(answer, mine, own) {
    const left = RANKS[rank(group(answer.category), mine)];
    if (left !== "loss") {
      return left === "draw" ? "it is a draw now." : "the fifty-move rule draws it now.";
    }
    return answer.dtm ? `${sideName(other(own))} mates in ${mateIn(answer.dtm)}.` : `${sideName(other(own))} wins.`;
  }

  /** The rule by which a position is drawn. @param {import("./fen.js").Position} position */
  byRule(position) {
    const key = (/** @type {string} */ fen) => fen.split(" ").slice(0, 4).join(" ");
    const same = branch(this.handlers.game().on).filter(({ fen }) => key(fen) === key(this.handlers.game().fen));
    if (same.length >= 3) {
      return "The position came three times";
    }
    return position.clock >= 100 ? "Fifty moves without a capture or a pawn move" : null;
  }

  /** @param {Standard} answer */
  standing(answer) {
    const { plies } = /** @type {NonNullable<Drill["task"]>} */ (this.task);
    const moves = this.moves();
    if (moves === 0) {
      return this.isWin && plies > 0 ? `Mate in ${mateIn(plies)}: the table resists as long as it can.` : "The table makes it as hard as it can.";
    }
    const left = this.isWin && answer.dtm ? ` Mate in ${mateIn(answer.dtm)}.` : "";
    return `${counted(moves, "move")} played.${left}`;
  }

  /** The moves that the person played. */
  moves() {
    const { from, side: own } = /** @type {NonNullable<Drill["task"]>} */ (this.task);
    const played = branch(this.handlers.game().on).slice(branch(from).length);
    return played.filter(({ parent }) => parent && parse(parent.fen).turn === own).length;
  }

  /** The position before the person's last move; null if there is none. */
  lastOwn() {
    const { from, side: own } = /** @type {NonNullable<Drill["task"]>} */ (this.task);
    const { on } = this.handlers.game();
    const passed = [from, ...branch(on).slice(branch(from).length)];
    return passed.findLast((position) => position !== on && parse(position.fen).turn === own) ?? null;
  }

  takeBack() {
    const to = this.task && this.lastOwn();
    if (to) {
      clearTimeout(this.reply);
      this.handlers.takeBack(to);
    }
  }

  /** Plays the longest resistance. @param {Standard} answer @param {string} fen */
  async resist(answer, fen) {
    const isDraw = group(answer.category) === "draw";
    const move = isDraw ? ((await this.handlers.drawLine(fen)) ?? answer.moves[0]) : longest(answer.moves);
    if (this.task && this.handlers.game().fen === fen) {
      this.handlers.play(move);
    }
  }

  /** @param {string} text @param {string} kind */
  say(text, kind) {
    byId("drill", HTMLElement).dataset.kind = kind;
    byId("drill-text", HTMLElement).textContent = text;
  }
}

/** How good a result is. @param {import("./words.js").Group} of  For the side to move. @param {boolean} mine */
function rank(of, mine) {
  const at = RANKS.indexOf(of);
  return mine ? at : RANKS.length - 1 - at;
}

/** The side that has to hold a draw: with less material, or to move. @param {import("./fen.js").Position} position */
function weaker({ men, turn }) {
  const worth = (/** @type {"w" | "b"} */ of) =>
    [...men.values()].filter((man) => side(man) === of).reduce((sum, man) => sum + (WORTH[man.toLowerCase()] ?? 0), 0);
  return worth(other(turn)) < worth(turn) ? other(turn) : turn;
}

/** The move among the best after which mate takes longest. @param {Move[]} moves  Best first. */
function longest([first, ...others]) {
  const same = others.filter((move) => moveGroup(move) === moveGroup(first));
  return same.reduce((best, move) => (pliesOf(move) > pliesOf(best) ? move : best), first);
}
