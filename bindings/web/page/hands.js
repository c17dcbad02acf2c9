// Actions on the board: men are picked up, put down, dragged off and placed from the tray, and become moves or
// changes of a position that is set up.

import { byId } from "./dom.js";
import { kindName, other, parse, placeMan, side, sideName } from "./fen.js";
import { choosePromotion } from "./promotion.js";
import { moveGroup } from "./words.js";

/** @typedef {import("./fen.js").Man} Man */
/** @typedef {import("./answers.js").Move} Move */

/**
 * @typedef {object} HandHandlers
 * @property {() => string} fen  The position on the board.
 * @property {() => Move[] | "awaited" | "refused"} moves  Its legal moves.
 * @property {() => "w" | "b" | null} drilled  The side that the person plays in a drill.
 * @property {(change: (men: Map<string, Man>) => void) => void} edit
 * @property {(move: Move, animated: boolean) => void} play
 * @property {(text: string) => void} hint
 */

/** Classes of squares that a man may go to, by what the move is worth. */
const WORTH = /** @type {const} */ (["win", "cursed", "draw", "blessed", "loss"]);

export class Hands {
  /** @param {import("./board.js").Board} board @param {HandHandlers} handlers */
  constructor(board, handlers) {
    this.board = board;
    this.handlers = handlers;
    /** @type {"play" | "set"} */
    this.mode = "play";
    /** @type {string | null} The square of the man that was taken up. */
    this.selected = null;
    /** @type {import("./tray.js").Tool | null} What a click on a square places. */
    this.tool = null;
  }

  /** @param {"play" | "set"} mode */
  setMode(mode) {
    this.mode = mode;
    byId("mode-play", HTMLButtonElement).setAttribute("aria-pressed", String(mode === "play"));
    byId("mode-set", HTMLButtonElement).setAttribute("aria-pressed", String(mode === "set"));
    this.select(null);
  }

  /** @param {import("./tray.js").Tool | null} tool */
  choose(tool) {
    this.tool = tool;
    this.select(null);
    this.board.host.classList.toggle("stamping", tool !== null);
    if (tool) {
      this.handlers.hint(tool === "erase" ? "Click men to remove them." : `Click squares to place the ${kindName(tool)}.`);
    } else {
      this.handlers.hint("");
    }
  }

  /** Whether men may be put anywhere. */
  get free() {
    return this.handlers.drilled() === null && (this.mode === "set" || this.handlers.moves() === "refused");
  }

  /** Legal moves from a square, to a square if one is named. @param {string} from @param {string} [to] */
  legal(from, to = "") {
    const moves = this.handlers.moves();
    const { turn } = parse(this.handlers.fen());
    const mine = [null, turn].includes(this.handlers.drilled());
    return mine && Array.isArray(moves) ? moves.filter((move) => move.uci.startsWith(from + to)) : [];
  }

  /** @param {string | null} square */
  select(square) {
    this.selected = square;
    const moves = square && !this.free ? this.legal(square) : [];
    const to = (/** @type {Move[]} */ of) => [...new Set(of.map((move) => move.uci.slice(2, 4)))];
    const known = this.handlers.drilled() === null;
    const worth = WORTH.map((group) => [`to-${group}`, known ? to(moves.filter((move) => moveGroup(move) === group)) : []]);
    this.board.mark({
      selected: square ? [square] : [],
      target: to(moves).filter((at) => !this.board.men.has(at)),
      capture: to(moves).filter((at) => this.board.men.has(at)),
      ...Object.fromEntries(worth),
    });
  }

  /** @param {string} square */
  pick(square) {
    const man = this.board.men.get(square);
    const { tool } = this;
    if (tool) {
      this.handlers.edit((men) => placeMan(men, tool === "erase" || men.get(square) === tool ? null : tool, square));
      return;
    }
    this.handlers.hint("");
    if (this.selected === square) {
      this.select(null);
    } else if (this.selected && (this.free || this.legal(this.selected, square).length > 0)) {
      const from = this.selected;
      this.select(null);
      void this.moveMan(from, square, true);
    } else if (man && (this.free || side(man) === parse(this.handlers.fen()).turn)) {
      this.select(square);
    } else {
      this.select(null);
      if (man) {
        this.handlers.hint(`It is ${sideName(other(side(man)))}’s move.`);
      }
    }
  }

  /** @param {string} from @param {string | null} to */
  dragged(from, to) {
    this.handlers.hint("");
    if (to === null) {
      this.handlers.edit((men) => men.delete(from));
    } else if (to !== from) {
      void this.moveMan(from, to, false);
    }
  }

  /** @param {string} from @param {string} to @param {boolean} animated */
  async moveMan(from, to, animated) {
    if (this.free) {
      this.handlers.edit((men) => {
        const man = /** @type {Man} */ (men.get(from));
        men.delete(from);
        men.set(to, man);
      });
      return;
    }
    const [first, ...more] = this.legal(from, to);
    if (!first) {
      const isAwaited = this.handlers.moves() === "awaited";
      this.handlers.hint(isAwaited ? "Still solving: the moves come in a moment." : "That is not a legal move. In “Set up”, men go anywhere.");
      return;
    }
    const fen = this.handlers.fen();
    const move = more.length === 0 ? first : await choosePromotion([first, ...more], parse(fen).turn);
    if (move && this.handlers.fen() === fen) {
      this.handlers.play(move, animated);
    }
  }
}
