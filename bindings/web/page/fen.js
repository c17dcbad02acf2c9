// Positions as FENs: men on squares, the position after a move, and descriptions for people.
// It knows how men are placed and moved, but not which moves are legal; the answers list those.

/** @typedef {"P"|"N"|"B"|"R"|"Q"|"K"|"p"|"n"|"b"|"r"|"q"|"k"} Man A letter of a FEN. */

/**
 * @typedef {object} Position
 * @property {Map<string, Man>} men  Men by square, such as "e4".
 * @property {"w"|"b"} turn  The side to move.
 * @property {string} castling  As in the FEN; "-" if there are no rights.
 * @property {string} enPassant  The square that a pawn just passed, or "-".
 * @property {number} clock  Half-moves since the last capture or pawn move.
 * @property {number} number  The number of the move.
 */

export const FILES = "abcdefgh";
export const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";

/** All squares, a8 first, as in a FEN. */
export const SQUARES = [...FILES].flatMap((_, row) => [...FILES].map((file) => file + (8 - row)));

/** @type {Record<string, string>} */
const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const ORDER = "KQRBNP";

/** @param {Man} man @returns {"w"|"b"} */
export const side = (man) => (man === man.toUpperCase() ? "w" : "b");

/** @param {"w"|"b"} turn */
export const sideName = (turn) => (turn === "w" ? "White" : "Black");

/** @param {"w"|"b"} turn @returns {"w"|"b"} */
export const other = (turn) => (turn === "w" ? "b" : "w");

/** @param {string} man A letter of a FEN. @returns {string} Such as "rook". */
export const kindName = (man) => KINDS[man.toLowerCase()];

/** @param {Man} man @returns {string} Such as "white rook". */
export const manName = (man) => `${sideName(side(man)).toLowerCase()} ${kindName(man)}`;

/**
 * Reads a FEN. Fields that are missing are taken as "w - - 0 1".
 *
 * @param {string} text
 * @returns {Position}
 * @throws {Error} if it is not a FEN, with a sentence for people.
 */
export function parse(text) {
  const [placement = "", turn = "w", castling = "-", enPassant = "-", clock = "0", number = "1"] = text
    .trim()
    .replaceAll("_", " ")
    .split(/\s+/);
  const rows = placement.split("/");
  if (rows.length !== 8) {
    throw new Error(`A FEN has eight ranks separated by slashes; this one has ${rows.length}.`);
  }
  if (turn !== "w" && turn !== "b") {
    throw new Error(`The side to move is “w” or “b”, not “${turn}”.`);
  }
  if (!/^\d{1,4}$/.test(clock) || !/^\d{1,4}$/.test(number)) {
    throw new Error("The last two fields of a FEN are numbers: the half-move clock and the move.");
  }
  return {
    men: new Map(rows.flatMap((row, index) => parseRank(row, 8 - index))),
    turn,
    castling,
    enPassant,
    clock: Number(clock),
    number: Math.max(1, Number(number)),
  };
}

/**
 * @param {string} row
 * @param {number} rank
 * @returns {[string, Man][]}
 */
function parseRank(row, rank) {
  /** @type {[string, Man][]} */
  const men = [];
  let file = 0;
  for (const letter of row) {
    if (/[1-8]/.test(letter)) {
      file += Number(letter);
    } else if (/[pnbrqk]/i.test(letter)) {
      men.push([FILES[file] + rank, /** @type {Man} */ (letter)]);
      file += 1;
    } else {
      throw new Error(`“${letter}” is not a man: the letters are K Q R B N P and k q r b n p.`);
    }
  }
  if (file !== 8) {
    throw new Error(`Rank ${rank} of the FEN has ${file} squares: each rank has eight.`);
  }
  return men;
}

/** @param {Map<string, Man>} men @returns {string} The first field of a FEN. */
export function placement(men) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank -= 1) {
    rows.push([...FILES].map((file) => men.get(file + rank) ?? "1").join(""));
  }
  return rows.join("/").replace(/1+/g, (ones) => String(ones.length));
}

/** @param {Position} position @returns {string} */
export function format(position) {
  const { men, turn, castling, enPassant, clock, number } = position;
  return [placement(men), turn, castling, enPassant, clock, number].join(" ");
}

/** The same men with another side to move; a position that was set up has no past.
 * @param {Position} position @param {"w"|"b"} turn @returns {Position} */
export function setUp(position, turn = position.turn) {
  return { men: new Map(position.men), turn, castling: "-", enPassant: "-", clock: 0, number: 1 };
}

/** Puts a man on a square, or empties it; a side has one king.
 * @param {Map<string, Man>} men @param {Man | null} man @param {string} square */
export function placeMan(men, man, square) {
  if (man === "K" || man === "k") {
    [...men].filter(([, there]) => there === man).forEach(([at]) => men.delete(at));
  }
  if (man) {
    men.set(square, man);
  } else {
    men.delete(square);
  }
}

/**
 * A FEN in full.
 *
 * @param {string} fen
 * @throws {Error} if it is not a position, or has castling rights
 */
export function checked(fen) {
  const position = parse(fen);
  if (position.castling !== "-") {
    throw new Error("Tables have no positions with castling rights: write “-” in the third field.");
  }
  return format(position);
}

/** The same position for the other colour: ranks reversed, men of the other colour, the other side to move.
 * @param {Position} position @returns {Position} */
export function swapped(position) {
  const men = [...position.men].map(([square, man]) => {
    const changed = man === man.toUpperCase() ? man.toLowerCase() : man.toUpperCase();
    return /** @type {[string, Man]} */ ([square[0] + (9 - Number(square[1])), changed]);
  });
  return setUp({ ...position, men: new Map(men) }, other(position.turn));
}

/** The position with left and right changed. @param {Position} position @returns {Position} */
export function mirrored(position) {
  const men = [...position.men].map(([square, man]) => {
    return /** @type {[string, Man]} */ ([FILES[7 - FILES.indexOf(square[0])] + square[1], man]);
  });
  return setUp({ ...position, men: new Map(men) });
}

/**
 * The position after a legal move.
 *
 * @param {Position} before
 * @param {string} uci  Such as "e7e8q".
 * @returns {Position}
 */
export function play(before, uci) {
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  const men = new Map(before.men);
  const man = /** @type {Man} */ (men.get(from));
  const pawn = kindName(man) === "pawn";
  const capture = men.has(to) || (pawn && from[0] !== to[0]);
  if (pawn && from[0] !== to[0] && !men.has(to)) {
    men.delete(to[0] + from[1]); // taken en passant
  }
  men.delete(from);
  const promoted = side(man) === "w" ? promotion.toUpperCase() : promotion;
  men.set(to, /** @type {Man} */ (promoted || man));
  if (kindName(man) === "king" && Math.abs(FILES.indexOf(to[0]) - FILES.indexOf(from[0])) === 2) {
    const [corner, beside] = to[0] === "g" ? ["h", "f"] : ["a", "d"];
    men.set(beside + to[1], /** @type {Man} */ (men.get(corner + to[1])));
    men.delete(corner + to[1]);
  }
  const after = other(before.turn);
  return {
    men,
    turn: after,
    castling: rightsAfter(before.castling, from, to),
    enPassant: pawn ? passedSquare(men, from, to) : "-",
    clock: pawn || capture ? 0 : before.clock + 1,
    number: before.number + (before.turn === "b" ? 1 : 0),
  };
}

/** Castling rights after a move. @param {string} rights @param {string} from @param {string} to */
function rightsAfter(rights, from, to) {
  /** @type {Record<string, string>} */
  const lost = { e1: "KQ", h1: "K", a1: "Q", e8: "kq", h8: "k", a8: "q" };
  const gone = (lost[from] ?? "") + (lost[to] ?? "");
  return [...rights].filter((right) => !gone.includes(right)).join("") || "-";
}

/**
 * The square that a pawn passed, if an enemy pawn stands beside it.
 *
 * @param {Map<string, Man>} men
 * @param {string} from
 * @param {string} to
 */
function passedSquare(men, from, to) {
  if (Math.abs(Number(to[1]) - Number(from[1])) !== 2) {
    return "-";
  }
  const enemy = men.get(to) === "P" ? "p" : "P";
  const file = FILES.indexOf(to[0]);
  const beside = [FILES[file - 1], FILES[file + 1]].some((f) => f && men.get(f + to[1]) === enemy);
  return beside ? from[0] + (Number(from[1]) + Number(to[1])) / 2 : "-";
}

/**
 * The reason not to ask about a position, in a sentence; null if it can be asked about.
 *
 * @param {Position} position
 */
export function incomplete(position) {
  const men = [...position.men.values()];
  const missing = ["K", "k"].filter((king) => !men.includes(/** @type {Man} */ (king)));
  if (missing.length === 2) {
    return "Place both kings.";
  }
  if (missing.length === 1) {
    return `Place the ${manName(/** @type {Man} */ (missing[0]))}.`;
  }
  return null;
}

/** The name of the endgame as its men stand, such as "KRKN", the side with more or higher men first.
 * @param {Position} position */
export function endgameName(position) {
  const sides = ["w", "b"].map((turn) =>
    [...position.men.values()]
      .filter((man) => side(man) === turn)
      .map((man) => man.toUpperCase())
      .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .join(""),
  );
  const rank = (/** @type {string} */ men) =>
    String(men.length).padStart(2, "0") + [...men].map((man) => 9 - ORDER.indexOf(man)).join("");
  return rank(sides[1]) > rank(sides[0]) ? sides[1] + sides[0] : sides[0] + sides[1];
}

/** The men in words, such as "White: king a1, rook b2. Black: king c3. White to move."
 * @param {Position} position */
export function describe(position) {
  const list = (/** @type {"w"|"b"} */ turn) =>
    [...position.men]
      .filter(([, man]) => side(man) === turn)
      .sort((a, b) => ORDER.indexOf(a[1].toUpperCase()) - ORDER.indexOf(b[1].toUpperCase()))
      .map(([square, man]) => `${kindName(man)} ${square}`)
      .join(", ") || "no men";
  return `White: ${list("w")}. Black: ${list("b")}. ${sideName(position.turn)} to move.`;
}
