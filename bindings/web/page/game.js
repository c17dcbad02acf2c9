// The moves played from a position that was set up, with their variations, and lines that were not
// played: best play and helpmates.

import { format, parse, play } from "./fen.js";

/** @typedef {{ uci: string, san: string }} Step */

/**
 * @typedef {object} MoveNode  A position of the tree.
 * @property {Step | null} step  The move that led to it; null for the first.
 * @property {string} fen
 * @property {MoveNode | null} parent
 * @property {MoveNode[]} next  The move of the main line first, then those of variations.
 * @property {"best" | "help" | null} line  A move of best play or of a helpmate; null if it was played, like all before it.
 */

/**
 * @typedef {{ start: string, moves: [number, string, string][], on: number, end: number, best?: number[], help?: number[] }} Saved
 *   The game as the browser's history keeps it: each move with the number of the position before it, where
 *   positions are numbered in order, the first with 0.
 *
 * @typedef {{ label: string | null, san: string, node: MoveNode }} Token  A move as it is shown.
 */

export class Game {
  /** @param {string} fen */
  constructor(fen) {
    this.root = node(null, fen, null);
    /** The position on the board. */
    this.on = this.root;
    /** The last position of the branch that is shown. */
    this.end = this.root;
    /** Whether the game continues after best play: the line is only its beginning. */
    this.goesOn = false;
  }

  /** @param {string} fen */
  reset(fen) {
    Object.assign(this, new Game(fen));
  }

  get fen() {
    return this.on.fen;
  }

  /** The moves that lead to the position on the board. */
  get at() {
    return branch(this.on).length;
  }

  /** The moves of the branch. */
  get length() {
    return branch(this.end).length;
  }

  /** The last position of the branch that was played: best play begins there. */
  get origin() {
    return branch(this.end).findLast((position) => position.line === null) ?? this.root;
  }

  /** Plays a move: the one that follows, or a variation. @param {Step} step */
  play(step) {
    const to = append(this.on, step);
    branch(to).forEach((position) => {
      position.line = null;
    });
    prune(this.root, new Set(from(to)));
    this.goesOn &&= from(to).some(({ line }) => line === "best");
    this.goTo(to);
  }

  /** Adds a helpmate after the position on the board, which stays there. @param {Step[]} steps */
  add(steps) {
    this.end = leaf(steps.reduce((before, step) => append(before, step, "help"), this.on));
  }

  /**
   * Puts best play after the last move played, replacing the old line.
   *
   * @param {Step[]} steps
   * @param {boolean} goesOn  Whether they are the beginning of a longer line.
   * @returns {boolean} whether the position on the board was in the old line, so that another one is on the board now
   */
  setBest(steps, goesOn = false) {
    this.goesOn = goesOn;
    const { origin, on } = this;
    /** @type {Set<MoveNode>} What both lines begin with. */
    const kept = new Set();
    for (let [at, last] = [0, origin]; at < steps.length; at += 1) {
      const next = last.next.find(({ step }) => step?.uci === steps[at].uci);
      if (!next) {
        break;
      }
      kept.add(next);
      last = next;
    }
    prune(this.root, kept);
    const last = steps.reduce((before, step) => append(before, step, "best"), origin);
    const order = [null, "best", "help"];
    origin.next.sort((a, b) => order.indexOf(a.line) - order.indexOf(b.line));
    while (!attached(this.on) && this.on.parent) {
      this.on = this.on.parent;
    }
    if (!attached(this.end) || !branch(this.end).some(({ line }) => line === "help")) {
      this.end = last;
    }
    return this.on !== on;
  }

  /** Puts a position of the tree on the board, and shows its branch. @param {MoveNode} to */
  goTo(to) {
    this.on = to;
    if (!branch(this.end).includes(to) && to !== this.root) {
      this.end = leaf(to);
    }
  }

  /** Goes to that many moves of the branch. @param {number} at */
  go(at) {
    const nodes = [this.root, ...branch(this.end)];
    this.on = nodes[Math.max(0, Math.min(at, nodes.length - 1))];
  }

  /** Whether the move that led to the position on the board can be removed. */
  get removable() {
    return this.on.parent !== null && this.on.line !== "best";
  }

  /** Removes the move that leads from a position towards the one on the board, and puts that position on it.
   * @param {MoveNode | null} to */
  takeBack(to) {
    if (to) {
      const taken = branch(this.on).find(({ parent }) => parent === to);
      to.next = to.next.filter((other) => other !== taken);
      this.on = to;
      this.end = leaf(to);
    }
  }

  /** The moves in the order in which they are written, variations in brackets. */
  tokens() {
    const { number, turn } = parse(this.root.fen);
    /** @type {(Token | "(" | ")")[]} */
    const tokens = [];
    let numbered = true;
    /** @param {MoveNode} of @param {number} at */
    const move = (of, at) => {
      const half = 2 * number - (turn === "w" ? 3 : 2) + at; // from move 1 on
      const label = half % 2 === 0 ? `${half / 2 + 1}.` : numbered ? `${(half + 1) / 2}…` : null;
      tokens.push({ label, san: of.step?.san ?? "", node: of });
      numbered = false;
    };
    /** @param {MoveNode} from @param {number} at  Moves that led there. */
    const moves = (from, at) => {
      for (let [main, ...others] = from.next; main; [main, ...others] = main.next) {
        at += 1;
        move(main, at);
        for (const other of others) {
          tokens.push("(");
          numbered = true;
          move(other, at);
          moves(other, at);
          tokens.push(")");
          numbered = true;
        }
      }
    };
    moves(this.root, 0);
    return tokens;
  }

  /** @returns {Saved} */
  save() {
    const nodes = [this.root];
    for (const each of nodes) {
      nodes.push(...each.next);
    }
    const number = (/** @type {MoveNode | null} */ of) => nodes.indexOf(/** @type {MoveNode} */ (of));
    const moves = nodes.slice(1).map(({ step, parent }) => /** @type {[number, string, string]} */ ([number(parent), step?.uci, step?.san]));
    const of = (/** @type {MoveNode["line"]} */ line) => nodes.filter((position) => position.line === line).map(number);
    return { start: this.root.fen, moves, on: number(this.on), end: number(this.end), best: of("best"), help: of("help") };
  }

  /** @param {Saved} saved */
  restore({ start, moves, on, end, best = [], help = [] }) {
    this.reset(start);
    const nodes = [this.root];
    for (const [parent, uci, san] of moves) {
      const line = best.includes(nodes.length) ? "best" : help.includes(nodes.length) ? "help" : null;
      nodes.push(append(nodes[parent], { uci, san }, line));
    }
    this.on = nodes[on];
    this.end = nodes[end];
  }
}

/** @param {Step | null} step @param {string} fen @param {MoveNode | null} parent @returns {MoveNode} */
const node = (step, fen, parent) => ({ step, fen, parent, next: [], line: null });

/** Adds the position after a move to the tree, and returns it. @param {MoveNode} parent @param {Step} step
 * @param {MoveNode["line"]} line  Of a move that is new. @returns {MoveNode} */
function append(parent, { uci, san }, line = null) {
  const known = parent.next.find(({ step }) => step?.uci === uci);
  if (known) {
    return known;
  }
  const added = { ...node({ uci, san }, format(play(parse(parent.fen), uci)), parent), line };
  parent.next.push(added);
  return added;
}

/** Removes moves of best play that lead to no other moves, except those in `kept`.
 * @param {MoveNode} before @param {Set<MoveNode>} kept */
function prune(before, kept) {
  before.next = before.next.filter((position) => {
    prune(position, kept);
    return position.line !== "best" || position.next.length > 0 || kept.has(position);
  });
}

/** A position and all that follow it. @param {MoveNode} first @returns {MoveNode[]} */
const from = (first) => [first, ...first.next.flatMap(from)];

/** Whether a position is still in its tree. @param {MoveNode} of @returns {boolean} */
const attached = (of) => !of.parent || (of.parent.next.includes(of) && attached(of.parent));

/** The positions after the first that lead to one. @param {MoveNode} to @returns {MoveNode[]} */
export const branch = (to) => (to.parent ? [...branch(to.parent), to] : []);

/** The end of the main line from a position on. @param {MoveNode} from @returns {MoveNode} */
export const leaf = (from) => (from.next.length > 0 ? leaf(from.next[0]) : from);

/** The address of a position: `#fen=` with underscores for spaces. @param {string} fen */
export const link = (fen) => `#fen=${fen.replaceAll(" ", "_")}`;

/** The FEN of an address, from `#fen=` or `?fen=`; null if it has none. @param {Location | URL} location */
export function linkedFen(location) {
  const hash = new URLSearchParams(location.hash.slice(1)).get("fen");
  const query = new URLSearchParams(location.search).get("fen");
  return (hash ?? query)?.replaceAll("_", " ").trim() || null;
}
