// Which move a text in standard algebraic notation means.

import { FILES, kindName, play, side } from "./fen.js";

/** @typedef {import("./fen.js").Position} Position */

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const KNIGHT = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];

/** Steps of men, and how often they are taken in one move. @type {Record<string, [number[][], number]>} */
const STEPS = {
  n: [KNIGHT, 1],
  b: [DIAGONAL, 7],
  r: [STRAIGHT, 7],
  q: [[...STRAIGHT, ...DIAGONAL], 7],
  k: [[...STRAIGHT, ...DIAGONAL], 1],
};

/**
 * A move in UCI notation.
 *
 * @param {Position} position
 * @param {string} san  Marks such as + and ! may be missing or wrong.
 * @throws {Error} if no legal move, or more than one, is meant
 */
export function uciOf(position, san) {
  const { men, turn } = position;
  const plain = san.replace(/[+#!?]+$/, "");
  const castling = /^[O0]-[O0](-[O0])?$/.exec(plain);
  if (castling) {
    const rank = turn === "w" ? "1" : "8";
    const [right, to] = castling[1] ? ["q", "c"] : ["k", "g"];
    if (!position.castling.includes(turn === "w" ? right.toUpperCase() : right)) {
      throw new Error(`“${san}” is not a legal move.`);
    }
    return `e${rank}${to}${rank}`;
  }
  const parts = /^([KQRBN]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([QRBN])\)?)?(?:e\.?p\.?)?$/.exec(plain);
  if (!parts) {
    throw new Error(`“${san}” is not a move.`);
  }
  const [, letter, file, rank, to, promotion] = parts;
  const kind = (letter || "P").toLowerCase();
  const last = kind === "p" && /[18]/.test(to[1]);
  const moves = [...men]
    .filter(([from, man]) => man.toLowerCase() === kind && side(man) === turn && from.startsWith(file) && from.endsWith(rank))
    .filter(([from]) => reaches(position, from, to))
    .map(([from]) => from + to + (last ? (promotion ?? "Q").toLowerCase() : ""))
    .filter((uci) => !isAttacked(play(position, uci), turn));
  if (moves.length !== 1) {
    throw new Error(moves.length === 0 ? `“${san}” is not a legal move.` : `“${san}” may be ${moves.join(" or ")}.`);
  }
  return moves[0];
}

/** @param {string} square @param {number} files @param {number} ranks  Towards h and 8. */
function shifted(square, files, ranks) {
  const file = FILES[FILES.indexOf(square[0]) + files];
  const rank = Number(square[1]) + ranks;
  return file && rank >= 1 && rank <= 8 ? file + rank : null;
}

/** Whether a man of the side to move gets to a square, its king aside. @param {Position} position
 * @param {string} from @param {string} to */
function reaches({ men, turn, enPassant }, from, to) {
  const taken = men.get(to);
  if (taken && side(taken) === turn) {
    return false;
  }
  if (kindName(/** @type {import("./fen.js").Man} */ (men.get(from))) !== "pawn") {
    return covers(men, from, to);
  }
  if (from[0] !== to[0]) {
    return covers(men, from, to) && (taken !== undefined || to === enPassant);
  }
  const [ahead, home] = turn === "w" ? [1, "2"] : [-1, "7"];
  const one = shifted(from, 0, ahead);
  const two = from[1] === home && one && !men.has(one) ? shifted(from, 0, 2 * ahead) : null;
  return !taken && (to === one || to === two);
}

/** Whether a man attacks a square. @param {Map<string, import("./fen.js").Man>} men @param {string} from @param {string} to */
function covers(men, from, to) {
  const man = /** @type {import("./fen.js").Man} */ (men.get(from));
  if (kindName(man) === "pawn") {
    const ahead = side(man) === "w" ? 1 : -1;
    return shifted(from, 1, ahead) === to || shifted(from, -1, ahead) === to;
  }
  const [steps, most] = STEPS[man.toLowerCase()];
  return steps.some(([files, ranks]) => {
    let square = shifted(from, files, ranks);
    for (let count = 1; square && square !== to && count < most && !men.has(square); count += 1) {
      square = shifted(square, files, ranks);
    }
    return square === to;
  });
}

/** Whether the king of a side is attacked. @param {Position} position @param {"w" | "b"} turn */
function isAttacked({ men }, turn) {
  const king = [...men].find(([, man]) => man === (turn === "w" ? "K" : "k"))?.[0] ?? "";
  return [...men].some(([from, man]) => side(man) !== turn && covers(men, from, king));
}
