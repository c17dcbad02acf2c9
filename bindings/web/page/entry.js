// Reads the input field: a position in many forms, a game, or the name of an endgame.

import { format, parse, play } from "./fen.js";

/** @typedef {{ fen: string } | { pgn: string } | { endgame: string }} Entry */

/** The men of a FEN, wherever they stand: in an address, after `position fen`, alone. */
const MEN = /(?:^|[^\w])((?:[pnbrqk1-8]+\/){7}[pnbrqk1-8]+)(?![a-z0-9/])/i;

const ENDGAME = /^(k[qrbnp]*)\s*(?:vs?\.?|-)?\s*(k[qrbnp]*)$/i;

/** @param {string} text  Of a game. */
const isPgn = (text) => /^\s*(\[|1\s*\.)/.test(text) || (!/^\s*[^\s_{[;%]+\/[^\s_]+\//.test(text) && /[a-h][1-8]|O-O/.test(text));

/** Whether a text is a game. @param {string} text */
export function isGame(text) {
  try {
    return "pgn" in read(text);
  } catch {
    return false;
  }
}

/**
 * @param {string} text
 * @returns {Entry}
 * @throws {Error} if it is none of them, with a sentence for people.
 */
export function read(text) {
  const given = text.trim();
  const name = ENDGAME.exec(given);
  if (name) {
    return { endgame: (name[1] + name[2]).toUpperCase() };
  }
  if (/^position\s+startpos/.test(given)) {
    throw new Error("The first position of a game has 32 men: tables have up to five.");
  }
  if (/^\s*(\[|1\s*\.)/.test(given)) {
    return { pgn: text };
  }
  const isAddress = /^\w+:\/\/|^[\w.]+\.\w+\//.test(given);
  const found = MEN.exec(isAddress ? decoded(given) : given.replaceAll("_", " "));
  if (found) {
    const rest = found.input.slice(found.index + found[0].length);
    return { fen: position(found[1], isAddress ? rest.replace(/[?#&].*/, "").replace(/[_+]/g, " ") : rest) };
  }
  return isPgn(given) ? { pgn: text } : { fen: given };
}

/** An address in plain letters. @param {string} address */
function decoded(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * A FEN of its men and what follows them: the other fields of a FEN, those and the operations of an EPD line, or
 * those and the moves of UCI.
 *
 * @param {string} men @param {string} rest
 */
function position(men, rest) {
  const [fields, moves = ""] = rest.split(/\bmoves\b/);
  const [turn = "w", castling = "-", enPassant = "-", ...others] = fields.trim().split(/\s+/).filter(Boolean);
  const operand = (/** @type {string} */ code, /** @type {string} */ missing) =>
    new RegExp(`\\b${code}\\s+(\\d+)`).exec(others.join(" "))?.[1] ?? missing;
  const isEpd = others.length > 0 && !/^\d/.test(others[0]);
  const [clock = "0", number = "1"] = isEpd ? [operand("hmvc", "0"), operand("fmvn", "1")] : others;
  const fen = [men, turn, castling, enPassant, clock, number].join(" ");
  return moves.trim() ? format(moves.trim().split(/\s+/).reduce(moved, parse(fen))) : fen;
}

/** @param {import("./fen.js").Position} before @param {string} uci */
function moved(before, uci) {
  if (!/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(uci) || !before.men.has(uci.slice(0, 2))) {
    throw new Error(`“${uci}” is not a move of this position.`);
  }
  return play(before, uci);
}
