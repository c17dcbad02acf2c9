// Games as PGN, with their variations. The server or the solver's module reads and writes them, with the reader
// of the command.

import { AnswerError, ServerAnswers, WorkerAnswers, preferredSource } from "./answers.js";
import { parse } from "./fen.js";
import { Game, leaf } from "./game.js";

/** @typedef {{ title: string, pgn: string }} Listed  A game of a PGN with several. */

/** @typedef {Pick<import("./game.js").Saved, "start" | "moves"> & { games?: Listed[] }} GameDocument */

/** The maximum number of men of a position that every table folder answers. */
export const MEN = 5;

/** The module; another one than that of the answers, which may be solving. @type {WorkerAnswers | null} */
let module = null;

/** @type {Promise<"server" | "worker"> | null} */
let source = null;

/** @param {"read_game" | "write_game"} method @param {string | GameDocument} argument @returns {Promise<any>} */
async function call(method, argument) {
  source ??= preferredSource(document.baseURI);
  if ((await source) === "server") {
    try {
      return await new ServerAnswers(document.baseURI).game(argument);
    } catch (error) {
      // A server of the Lichess API alone.
      if (!(error instanceof AnswerError && error.status === 404)) {
        throw error;
      }
    }
  }
  module ??= new WorkerAnswers(new URL("worker.js", document.baseURI).href);
  try {
    return await module.call(method, [argument]);
  } catch (error) {
    if (error instanceof AnswerError && error.status === 0) {
      module = null;
    }
    throw error;
  }
}

/** The first game of a text, and a list of all if there are several. @param {string} text @returns {Promise<GameDocument>} */
export const readPgn = (text) => call("read_game", text);

/** A game with its first position that tables have on the board. @param {GameDocument} document */
export function gameOf({ start, moves }) {
  const game = new Game(start);
  game.restore({ start, moves, on: 0, end: 0 });
  game.end = leaf(game.root);
  while (parse(game.on.fen).men.size > MEN && game.on !== game.end) {
    game.on = game.on.next[0];
  }
  return game;
}

/** The moves played, with best play and helpmates. @param {Game} game @returns {Promise<string>} */
export function writePgn(game) {
  const { start, moves } = game.save();
  return call("write_game", { start, moves });
}
