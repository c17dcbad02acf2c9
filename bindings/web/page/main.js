// Starts the explorer, and connects the elements around the board: tabs, sources of answers, shortcuts.

import { openSource, preferredSource } from "./answers.js";
import { byId, element, hold, release } from "./dom.js";
import { showBoards, showEndgame } from "./endgame-panel.js";
import { Explorer } from "./explorer.js";
import { endgameName, parse } from "./fen.js";
import { FindPanel } from "./find-panel.js";
import { loadPieces } from "./pieces.js";
import { Requests } from "./requests.js";
import { RulesPanel } from "./rules-panel.js";
import { connectShortcuts } from "./shortcuts.js";
import { Tabs } from "./tabs.js";

/** @typedef {"server" | "worker"} Source */

const base = new URL(".", document.baseURI).href;
void loadPieces();
const preferred = await preferredSource(base);
const requests = new Requests(openSource(preferred, base));
const explorer = new Explorer(requests, positionChanged);
const rulesPanel = new RulesPanel(byId("panel-rules", HTMLElement), (marks) => explorer.board.mark(marks));
const tabs = new Tabs(["moves", "rules", "endgame", "find"], () => void fillPanel());
const find = new FindPanel({
  find: (endgame, search) =>
    requests.ask("find", `find ${endgame} ${JSON.stringify(search)}`, (answers, signal) => answers.find(endgame, search, signal)),
  open: (fen) => explorer.open(fen),
  hasConditions: () => requests.answers?.hasConditions ?? false,
});

/** The position on the board, and whether it has answers. */
const shown = { fen: "", state: /** @type {"asked" | "answered" | "refused"} */ ("asked") };
/** The endgame whose counts are shown. */
let shownEndgame = "";

/** @param {string} fen @param {typeof shown.state} state */
function positionChanged(fen, state) {
  Object.assign(shown, { fen, state });
  if (state === "asked") {
    requests.drop("endgame");
  } else if (state === "answered") {
    find.suggest(endgameName(parse(fen)));
  }
  void fillPanel();
}

/** Asks for the content of the open tab. */
async function fillPanel() {
  if (tabs.open !== "rules" || shown.state !== "answered") {
    rulesPanel.clear();
  }
  if (tabs.open === "rules") {
    await fill("rules", (fen) => requests.ask("rules", `rules ${fen}`, (answers, signal) => answers.rules(fen, signal)), (rules) => rulesPanel.show(rules));
  } else if (tabs.open === "endgame" && !(shown.state !== "refused" && shownEndgame === endgameName(parse(shown.fen)))) {
    shownEndgame = "";
    await fill("endgame", askStats, (stats) => {
      shownEndgame = stats.endgame;
      showEndgame(byId("panel-endgame", HTMLElement), stats, endgameHandlers(stats.endgame));
    });
  }
}

/** @param {string} fen */
function askStats(fen) {
  const name = endgameName(parse(fen));
  return requests.ask("endgame", `stats ${name}`, (answers, signal) => answers.stats(name, signal));
}

/**
 * Fills a panel with an answer, or with the sentence why there is none.
 *
 * @template T
 * @param {string} name
 * @param {(fen: string) => Promise<T | null>} ask
 * @param {(document: T) => void} show
 */
async function fill(name, ask, show) {
  const panel = byId(`panel-${name}`, HTMLElement);
  const sentence = (/** @type {string} */ text) => {
    panel.replaceChildren(element("p", { class: "empty" }, text));
  };
  requests.drop(name);
  hold(panel);
  if (shown.state === "asked") {
    return;
  }
  try {
    if (shown.state === "refused") {
      sentence("There is no position to look at yet.");
    } else {
      const answer = await ask(shown.fen);
      if (!answer) {
        return;
      }
      show(answer);
    }
  } catch (error) {
    sentence(error instanceof Error ? error.message : String(error));
  }
  release(panel);
}

/** @param {string} endgame @returns {import("./endgame-panel.js").EndgameHandlers} */
function endgameHandlers(endgame) {
  const search = (/** @type {import("./answers.js").Search} */ wanted) => {
    const seeded = { seed: Math.floor(Math.random() * 2 ** 31), ...wanted };
    return requests.ask("find", `find ${endgame} ${JSON.stringify(seeded)}`, (answers, signal) => answers.find(endgame, seeded, signal));
  };
  return {
    open: (fen) => explorer.open(fen),
    mate: async (plies, side) => {
      const found = await search({ kind: "mate", plies, side }).catch(() => null);
      if (found && found.fens.length > 0) {
        explorer.open(found.fens[0]);
      }
    },
    zugzwangs: async () => {
      const found = await search({ kind: "zugzwang" }).catch(() => null);
      if (found) {
        showBoards(byId("zugzwang-boards", HTMLElement), found.fens, (fen) => explorer.open(fen));
      }
    },
  };
}

// Where answers come from

/** @param {Source} source */
async function showSource(source) {
  byId("source-server", HTMLElement).setAttribute("aria-pressed", String(source === "server"));
  byId("source-worker", HTMLElement).setAttribute("aria-pressed", String(source === "worker"));
  find.source();
  byId("where", HTMLElement).textContent = source === "server" ? "site" : "browser";
  const about = await requests.answers?.about().catch(() => null);
  const api = element("a", { href: "openapi.json" }, "its API");
  byId("about", HTMLElement).replaceChildren(source === "server" ? api : `drawproof ${about?.version ?? ""}`);
}

for (const source of /** @type {const} */ (["server", "worker"])) {
  const button = byId(`source-${source}`, HTMLButtonElement);
  button.disabled = source === "server" && preferred !== "server";
  button.addEventListener("click", () => {
    requests.use(openSource(source, base));
    shownEndgame = "";
    void showSource(source);
    explorer.show(false);
  });
}

connectShortcuts(explorer, tabs);
explorer.start();
void showSource(preferred);
