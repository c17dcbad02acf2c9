// Games as PGN, with their variations.

import { format, parse } from "./fen.js";
import { append, Game, leaf } from "./game.js";
import { uciOf } from "./san.js";

const INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The most men of a position that every table folder answers. */
const MEN = 5;

/** Whether a text is a game rather than a FEN. @param {string} text */
export const isPgn = (text) => !/^\s*[^\s_]+\/[^\s_]+\//.test(text) && /^\s*\[|[a-h][1-8]|O-O/.test(text);

/** @param {Game} game */
export function writePgn(game) {
  const { fen } = game.root;
  const words = game.tokens().map((token) => {
    const [label, san] = typeof token === "string" ? [null, token] : [token.label, token.san];
    return label ? `${label.replace("…", "...")} ${san}` : san;
  });
  const text = [...words, "*"].join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
  return `${fen === INITIAL ? "" : `[SetUp "1"]\n[FEN "${fen}"]\n\n`}${text}\n`;
}

/**
 * The first game of a text, with its first position that tables have on the board.
 *
 * @param {string} text
 * @throws {Error} with a sentence for people
 */
export function readPgn(text) {
  const tag = /^\s*\[\s*(\w+)\s+"([^"]*)"\s*\]/;
  let rest = text.replace(/^%.*$/gm, "");
  let start = INITIAL;
  for (let found = tag.exec(rest); found; found = tag.exec(rest)) {
    start = found[1] === "FEN" ? found[2] : start;
    rest = rest.slice(found[0].length);
  }
  const game = new Game(format(parse(start)));
  let node = game.root;
  const before = [];
  for (const [token] of rest.replace(/\{[^}]*\}|;.*$/gm, " ").matchAll(/[()]|[^\s()]+/g)) {
    const word = token.replace(/^\d+\.+/, "");
    if (token === "(" && node.parent) {
      before.push(node);
      node = node.parent;
    } else if (token === ")") {
      node = before.pop() ?? node;
    } else if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) {
      if (before.length === 0) {
        break;
      }
    } else if (!/^(\d*|\.+|\$\d+|[!?]+|\()$/.test(word)) {
      node = append(node, step(node.fen, word));
    }
  }
  if (game.root.next.length === 0 && start === INITIAL) {
    throw new Error("This PGN has no moves.");
  }
  game.end = leaf(game.root);
  game.on = game.root;
  while (parse(game.on.fen).men.size > MEN && game.on !== game.end) {
    game.on = game.on.next[0];
  }
  return game;
}

/** @param {string} fen @param {string} word */
function step(fen, word) {
  const position = parse(fen);
  try {
    return { uci: uciOf(position, word), san: word.replace(/[!?]+$/, "").replaceAll("0", "O") };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`Move ${position.number}${position.turn === "w" ? "" : "…"} of the PGN: ${cause}`);
  }
}
