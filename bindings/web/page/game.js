// The moves played from a position that was set up, with their variations, and the line that goes on
// from the end of the branch that is shown.

import { format, parse, play } from "./fen.js";

/** @typedef {{ uci: string, san: string }} Step */

/**
 * @typedef {object} MoveNode  A position of the tree.
 * @property {Step | null} step  The move that led to it; null for the first.
 * @property {string} fen
 * @property {MoveNode | null} parent
 * @property {MoveNode[]} next  The move of the main line first, then those of variations.
 */

/**
 * @typedef {{ start: string, moves: [number, string, string][], on: number, end: number }} Saved
 *   What the browser's history keeps: each move by the number of the position before it, positions
 *   being numbered in their order from 0, the first.
 *
 * @typedef {{ label: string | null, san: string, node: MoveNode | null, at: number }} Token
 *   A move as it is shown: `at` moves lead to the position after it, which is of no node in best play.
 */

export class Game {
  /** @param {string} fen */
  constructor(fen) {
    this.root = node(null, fen, null);
    /** The position on the board. */
    this.on = this.root;
    /** The last position of the branch that is shown. */
    this.end = this.root;
    /** @type {Step[]} Best play after it. */
    this.line = [];
  }

  /** @param {string} fen */
  reset(fen) {
    Object.assign(this, new Game(fen));
  }

  get fen() {
    return this.on.fen;
  }

  /** Moves that lead to the position on the board. */
  get at() {
    return branch(this.on).length;
  }

  /** All moves of the branch: those played, then best play. */
  get shown() {
    return [...branch(this.end).map(({ step }) => /** @type {Step} */ (step)), ...this.line];
  }

  /** Plays a move: the one that follows, or a variation. @param {Step} step */
  play(step) {
    if (this.on === this.end && this.line[0]?.uci === step.uci) {
      this.go(this.at + 1);
    } else {
      this.goTo(append(this.on, step));
    }
  }

  /** Adds moves after the position on the board, which stays there. @param {Step[]} steps */
  add(steps) {
    this.line = [];
    this.end = leaf(steps.reduce(append, this.on));
  }

  /** Puts a position of the tree on the board, and shows its branch. @param {MoveNode} to */
  goTo(to) {
    this.on = to;
    if (to !== this.root && !branch(this.end).includes(to)) {
      this.end = leaf(to);
      this.line = [];
    }
  }

  /** Goes to that many moves of the branch; moves of best play are played as needed. @param {number} at */
  go(at) {
    while (branch(this.end).length < at && this.line.length > 0) {
      this.end = append(this.end, /** @type {Step} */ (this.line.shift()));
    }
    const nodes = [this.root, ...branch(this.end)];
    this.on = nodes[Math.max(0, Math.min(at, nodes.length - 1))];
  }

  /** Removes the move that led to the position on the board, and what follows it. */
  remove() {
    const { parent } = this.on;
    if (parent) {
      parent.next = parent.next.filter((other) => other !== this.on);
      this.on = parent;
      this.end = leaf(parent);
      this.line = [];
    }
  }

  /** The moves in the order in which they are written, variations in brackets. */
  tokens() {
    const { number, turn } = parse(this.root.fen);
    /** @type {(Token | "(" | ")")[]} */
    const tokens = [];
    let numbered = true;
    /** @param {string} san @param {MoveNode | null} of @param {number} at */
    const move = (san, of, at) => {
      const half = 2 * number - (turn === "w" ? 3 : 2) + at; // from move 1 on
      const label = half % 2 === 0 ? `${half / 2 + 1}.` : numbered ? `${(half + 1) / 2}…` : null;
      tokens.push({ label, san, node: of, at });
      numbered = false;
    };
    /** @param {MoveNode} from @param {number} at  Moves that led there. */
    const moves = (from, at) => {
      for (let [main, ...others] = from.next; main; [main, ...others] = main.next) {
        at += 1;
        move(main.step?.san ?? "", main, at);
        for (const other of others) {
          tokens.push("(");
          numbered = true;
          move(other.step?.san ?? "", other, at);
          moves(other, at);
          tokens.push(")");
          numbered = true;
        }
        from = main;
      }
      if (from === this.end) {
        this.line.forEach(({ san }, index) => move(san, null, at + 1 + index));
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
    return { start: this.root.fen, moves, on: number(this.on), end: number(this.end) };
  }

  /** @param {Saved} saved */
  restore({ start, moves, on, end }) {
    this.reset(start);
    const nodes = [this.root];
    for (const [parent, uci, san] of moves) {
      nodes.push(append(nodes[parent], { uci, san }));
    }
    this.on = nodes[on];
    this.end = nodes[end];
  }
}

/** @param {Step | null} step @param {string} fen @param {MoveNode | null} parent @returns {MoveNode} */
const node = (step, fen, parent) => ({ step, fen, parent, next: [] });

/** The position after a move, in the tree from now on. @param {MoveNode} parent @param {Step} step @returns {MoveNode} */
export function append(parent, { uci, san }) {
  const known = parent.next.find(({ step }) => step?.uci === uci);
  if (known) {
    return known;
  }
  const added = node({ uci, san }, format(play(parse(parent.fen), uci)), parent);
  parent.next.push(added);
  return added;
}

/** The positions after the first that lead to one. @param {MoveNode} to @returns {MoveNode[]} */
const branch = (to) => (to.parent ? [...branch(to.parent), to] : []);

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
