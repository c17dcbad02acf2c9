// Results in words.

import { counted } from "./dom.js";
import { other, sideName } from "./fen.js";

/**
 * @typedef {import("./answers.js").Value} Value
 * @typedef {"win"|"cursed"|"draw"|"blessed"|"loss"|"unknown"} Group  Of a result, for one side.
 */

/** @type {Record<string, Group>} */
const GROUPS = {
  win: "win",
  "syzygy-win": "win",
  "maybe-win": "win",
  "cursed-win": "cursed",
  draw: "draw",
  "blessed-loss": "blessed",
  "maybe-loss": "loss",
  "syzygy-loss": "loss",
  loss: "loss",
};

/** @type {Record<Group, Group>} */
const REVERSED = { win: "loss", cursed: "blessed", draw: "draw", blessed: "cursed", loss: "win", unknown: "unknown" };

/** @param {string} category @returns {Group} */
export const group = (category) => GROUPS[category] ?? "unknown";

/** The group of a move for the side that plays it: a move's values are for the side after it.
 * @param {Value} value @returns {Group} */
export const moveGroup = (value) => REVERSED[group(value.category)];

/** Moves until mate. @param {number} plies */
export const mateIn = (plies) => Math.ceil(Math.abs(plies) / 2);

/**
 * The result of a position.
 *
 * @param {Value} value
 * @param {import("./fen.js").Position} position
 * @returns {{ title: string, detail: string, group: Group, winner: "w"|"b"|null }}
 */
export function result(value, position) {
  const { turn } = position;
  const of = group(value.category);
  const winner = of === "win" || of === "cursed" ? turn : of === "draw" || of === "unknown" ? null : other(turn);
  return { title: title(value, turn, of, winner), detail: detail(value, of, position), group: of, winner };
}

/** @param {Value} value @param {"w"|"b"} turn @param {Group} of @param {"w"|"b"|null} winner */
function title(value, turn, of, winner) {
  if (value.checkmate) {
    return `Checkmate: ${sideName(other(turn))} has won`;
  }
  if (value.stalemate) {
    return "Stalemate: a draw";
  }
  if (value.insufficient_material) {
    return "Draw: neither side can mate";
  }
  if (winner === null) {
    return of === "draw" ? "Draw" : "No table has this position";
  }
  const name = sideName(winner);
  if (of === "cursed" || of === "blessed") {
    return `Cursed win: ${name} is too slow`;
  }
  return value.dtm ? `${name} mates in ${mateIn(value.dtm)}` : `${name} wins`;
}

/** @param {Value} value @param {Group} of @param {import("./fen.js").Position} position */
function detail(value, of, position) {
  if (value.checkmate || value.stalemate || value.insufficient_material) {
    return "";
  }
  if (of === "cursed" || of === "blessed") {
    const mate = value.dtm ? `Without the fifty-move rule it is mate in ${mateIn(value.dtm)}; ` : "";
    return mate + (mate ? "under it" : "Under the fifty-move rule") + " the game is drawn.";
  }
  if (value.category.startsWith("maybe") || value.category.startsWith("syzygy")) {
    return "Depending on the half-move clock, the fifty-move rule may make it a draw.";
  }
  if (of === "unknown") {
    return noTable(position);
  }
  const distances = [];
  if (value.dtm) {
    distances.push(`${plies(value.dtm)} to mate (DTM)`);
  }
  if (value.dtz) {
    distances.push(`${plies(value.dtz)} to the next capture or pawn move (DTZ)`);
  }
  if (distances.length > 0) {
    return distances.join(", ");
  }
  return of === "draw" ? "With best play neither side wins." : "";
}

/** Why no table has a position. @param {import("./fen.js").Position} position */
function noTable({ men, castling }) {
  const pawns = [...men.values()].filter((man) => man.toLowerCase() === "p").length;
  if (castling !== "-") {
    return "Tables have no positions with castling rights. An analysis board can look further.";
  }
  if (men.size <= 5) {
    return "The tables of this endgame do not fit into the memory that the solver may use.";
  }
  return men.size === 6 && pawns <= 2
    ? "Six men with two pawns at most are answered from their table file, which ‘drawproof generate’ makes on the server."
    : `${men.size} men are more than tables have: five, or six with two pawns at most. An analysis board can look further.`;
}

/** Whether to ask for the lines of a position. @param {import("./fen.js").Position} position */
export const hasLines = ({ men, castling }) => castling === "-" && men.size <= 6;

/**
 * Which colours can still mate, in words.
 *
 * @param {import("./answers.js").ByColour<number>} canMate
 */
export function canMateWords({ white, black }) {
  if (white === null && black === null) {
    return "A dead position: no legal moves lead to mate.";
  }
  return white !== null && black !== null ? "Both sides can still mate." : `Only ${white === null ? "Black" : "White"} can still mate.`;
}

/** @param {import("./answers.js").Helpmate} helpmate */
export const helpmateWords = ({ length, solutions }) =>
  `${length}, ${solutions > 2 ? "many solutions" : counted(solutions, "solution")}`;

/** @param {number} distance */
export function plies(distance) {
  const count = Math.abs(distance);
  return `${count} ${count === 1 ? "ply" : "plies"}`;
}

/** Headings of groups of moves, for the side that plays them. @type {Record<Group, string>} */
export const HEADINGS = {
  win: "Winning",
  cursed: "Cursed wins",
  draw: "Drawing",
  blessed: "Blessed losses",
  loss: "Losing",
  unknown: "Unknown",
};

/**
 * The result of a move, in short.
 *
 * @param {Value} value  Of the position after the move.
 */
export function moveResult(value) {
  if (value.checkmate) {
    return "checkmate";
  }
  if (value.stalemate) {
    return "stalemate";
  }
  if (value.insufficient_material) {
    return "no mate possible";
  }
  const of = moveGroup(value);
  if (!value.dtm) {
    return { win: "wins", cursed: "cursed win", draw: "draw", blessed: "blessed loss", loss: "loses", unknown: "?" }[of];
  }
  return `${of === "win" || of === "cursed" ? "mate" : "mated"} in ${mateIn(pliesOf(value))}`;
}

/** Plies to mate with a move, itself included; 0 if they are not known. @param {Value} value  Of the position after it. */
export const pliesOf = ({ dtm, checkmate }) => (dtm || checkmate ? Math.abs(dtm ?? 0) + 1 : 0);

/** Plies to the next capture or pawn move with a move, itself included; 0 if they are not known.
 * @param {Value & { zeroing: boolean }} move */
export const zeroingPliesOf = ({ dtz, zeroing }) => (zeroing ? 1 : dtz ? Math.abs(dtz) + 1 : 0);

/** Wins or losses in words. @type {Record<string, string>} */
export const OUTCOMES = {
  win: "a win for the side to move",
  loss: "a loss for the side to move",
  draw: "a draw",
};
