// The moves played from a position that was set up, with undo and redo, and the line that goes on
// from the last of them.

import { format, parse, play } from "./fen.js";

/** @typedef {{ uci: string, san: string }} Step */
/** @typedef {{ start: string, steps: Step[], at: number }} Saved  What the browser's history keeps. */

export class Game {
  /** @param {string} fen */
  constructor(fen) {
    /** The positions; the first was set up. */
    this.fens = [fen];
    /** @type {Step[]} Moves played, undone ones included: `steps[i]` leads from `fens[i]` on. */
    this.steps = [];
    /** How many of the moves are on the board. */
    this.at = 0;
    /** @type {Step[]} Best play after the last move. */
    this.line = [];
  }

  /** @param {string} fen */
  reset(fen) {
    this.fens = [fen];
    this.steps = [];
    this.at = 0;
    this.line = [];
  }

  get fen() {
    return this.fens[this.at];
  }

  /** All moves to show: those played, then best play. */
  get shown() {
    return [...this.steps, ...this.line];
  }

  /** @param {Step} step */
  play(step) {
    const next = this.shown[this.at];
    if (next?.uci === step.uci) {
      this.go(this.at + 1);
      return;
    }
    this.steps.length = this.at;
    this.fens.length = this.at + 1;
    this.line = [];
    this.append(step);
    this.at += 1;
  }

  /** @param {Step} step */
  append(step) {
    this.fens.push(format(play(parse(this.fens[this.fens.length - 1]), step.uci)));
    this.steps.push({ uci: step.uci, san: step.san });
  }

  /** Puts that many moves on the board; moves of best play are played as needed. @param {number} at */
  go(at) {
    const wanted = Math.max(0, Math.min(at, this.shown.length));
    while (this.steps.length < wanted) {
      this.append(/** @type {Step} */ (this.line.shift()));
    }
    this.at = wanted;
  }

  /** @returns {Saved} */
  save() {
    return { start: this.fens[0], steps: this.steps, at: this.at };
  }

  /** @param {Saved} saved */
  restore(saved) {
    this.reset(saved.start);
    saved.steps.forEach((step) => this.append(step));
    this.at = Math.min(saved.at, this.steps.length);
  }
}

/** A game as PGN, from the position that was set up. @param {string} start @param {string[]} sans */
export function pgn(start, sans) {
  const { number, turn } = parse(start);
  const first = 2 * number - (turn === "w" ? 2 : 1);
  const words = sans.map((san, index) => {
    const half = first + index;
    const label = half % 2 === 0 ? `${half / 2 + 1}. ` : index === 0 ? `${(half + 1) / 2}... ` : "";
    return label + san;
  });
  return `[SetUp "1"]\n[FEN "${start}"]\n\n${[...words, "*"].join(" ")}\n`;
}

/** The address of a position: `#fen=` with underscores for spaces. @param {string} fen */
export const link = (fen) => `#fen=${fen.replaceAll(" ", "_")}`;

/** The FEN of an address, from `#fen=` or `?fen=`; null if it has none. @param {Location | URL} location */
export function linkedFen(location) {
  const hash = new URLSearchParams(location.hash.slice(1)).get("fen");
  const query = new URLSearchParams(location.search).get("fen");
  return (hash ?? query)?.replaceAll("_", " ").trim() || null;
}
