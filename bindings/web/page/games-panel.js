// The games of a PGN with several: a list and, if a server answers, the moves that threw a win or a draw away.

import { AnswerError, ServerAnswers } from "./answers.js";
import { byId, element, number } from "./dom.js";
import { parse } from "./fen.js";
import { branch, leaf } from "./game.js";
import { MEN, gameOf, readPgn } from "./pgn.js";

/** The maximum number of games in the list. */
const SHOWN = 500;

/** Half points by category, for the side to move. @type {Record<string, number>} */
const POINTS = { win: 2, "maybe-win": 2, "cursed-win": 1, draw: 1, "blessed-loss": 1, "maybe-loss": 0, loss: 0 };

/** @typedef {import("./game.js").MoveNode} MoveNode */

export class GamesPanel {
  /** @param {import("./requests.js").Requests} requests @param {(game: import("./game.js").Game) => void} open */
  constructor(requests, open) {
    this.requests = requests;
    this.open = open;
    this.box = byId("games", HTMLElement);
    this.list = byId("games-list", HTMLElement);
    this.about = byId("games-about", HTMLElement);
    this.button = byId("games-throws", HTMLButtonElement);
    this.button.addEventListener("click", () => void this.findThrows());
    /** @type {import("./pgn.js").Listed[]} */
    this.games = [];
  }

  /** @param {import("./pgn.js").Listed[]} games  None hides the list. */
  show(games) {
    this.games = games.slice(0, SHOWN);
    this.box.hidden = games.length === 0;
    this.button.hidden = !(this.requests.answers instanceof ServerAnswers);
    const others = games.length > SHOWN ? ` The list has the first ${number(SHOWN)}.` : "";
    this.about.textContent = `${number(games.length)} games.${others}`;
    this.list.replaceChildren(...this.games.map((game) => element("li", {}, this.opener(game.title, () => this.openGame(game)))));
  }

  /** @param {string} title @param {() => void} onclick */
  opener(title, onclick) {
    return element("button", { type: "button", class: "game", onclick }, title);
  }

  /** Opens a game, at a position of its main line or where tables begin.
   * @param {import("./pgn.js").Listed} listed @param {number} [at] */
  async openGame(listed, at) {
    const game = gameOf(await readPgn(listed.pgn));
    if (at !== undefined) {
      game.go(at);
    }
    this.open(game);
  }

  /** Lists the moves of all games after which the result is worse, each with the position before it. */
  async findThrows() {
    const { games, requests } = this;
    const { answers } = requests;
    let found = 0;
    for (const [at, game] of games.entries()) {
      if (games !== this.games || !(answers instanceof ServerAnswers)) {
        return;
      }
      this.about.textContent = `Game ${number(at + 1)} of ${number(games.length)}…`;
      try {
        const thrown = await throwsOf(game, answers);
        const buttons = thrown.map(({ ply, text }) => element("li", {}, this.opener(text, () => this.openGame(game, ply))));
        this.list.children[at].querySelector("ul")?.remove();
        if (buttons.length > 0) {
          this.list.children[at].append(element("ul", {}, ...buttons));
        }
        found += thrown.length;
      } catch (error) {
        this.about.textContent = error instanceof AnswerError ? error.message : String(error);
        return;
      }
    }
    if (games === this.games) {
      this.about.textContent = found === 1 ? "1 throw." : `${number(found)} throws.`;
    }
  }
}

/** The moves of a game's main line after which the result is worse, by their number of half-moves before.
 * @param {import("./pgn.js").Listed} listed @param {ServerAnswers} answers */
async function throwsOf(listed, answers) {
  const game = gameOf(await readPgn(listed.pgn));
  const line = [game.root, ...branch(leaf(game.root))];
  const known = line.filter(({ fen }) => parse(fen).men.size <= MEN);
  if (known.length < 2) {
    return [];
  }
  const categories = await answers.categories(known.map(({ fen }) => fen));
  const points = new Map(known.map((node, at) => [node, POINTS[categories[at] ?? ""]]));
  const words = ["loss", "draw", "win"];
  return line.slice(1).flatMap((after, ply) => {
    const [before, left] = [points.get(line[ply]), points.get(after)];
    const isThrow = before !== undefined && left !== undefined && 2 - left < before;
    return isThrow ? [{ ply, text: `${numbered(line[ply], after)}: a ${words[before]} becomes a ${words[2 - left]}` }] : [];
  });
}

/** A move with its number. @param {MoveNode} before @param {MoveNode} after */
function numbered(before, after) {
  const { turn, number: move } = parse(before.fen);
  return `${move}${turn === "w" ? "." : "…"} ${after.step?.san}`;
}
