// Keys that work anywhere on the page, and the help that lists them.

import { byId } from "./dom.js";
import { other, parse } from "./fen.js";

const KEY = "drawproof-shortcuts";

/** @param {import("./explorer.js").Explorer} explorer @param {import("./tabs.js").Tabs} tabs */
export function connectShortcuts(explorer, tabs) {
  const help = byId("help", HTMLDialogElement);
  const enabled = byId("shortcuts", HTMLInputElement);
  enabled.checked = stored() !== "off";
  enabled.addEventListener("change", () => store(enabled.checked ? "on" : "off"));
  byId("help-open", HTMLButtonElement).addEventListener("click", () => help.showModal());

  const { line } = explorer;
  const step = (/** @type {number} */ at) => () => {
    line.pause();
    if (!explorer.drill.task) {
      explorer.go(at);
    } else if (at < explorer.game.at) {
      explorer.drill.takeBack();
    }
  };
  /** @type {Record<string, () => void>} */
  const actions = {
    ArrowLeft: () => step(explorer.game.at - 1)(),
    ArrowRight: () => step(explorer.game.at + 1)(),
    Home: step(0),
    End: () => step(explorer.game.length)(),
    " ": () => explorer.drill.task ?? line.playOrPause(),
    f: () => explorer.board.flip(),
    x: () => explorer.setTurn(other(parse(explorer.game.fen).turn)),
    s: () => explorer.drill.task ?? explorer.hands.setMode(explorer.hands.mode === "play" ? "set" : "play"),
    a: () => explorer.toggleArrows(),
    "/": () => byId("fen", HTMLInputElement).select(),
    "?": () => help.showModal(),
    1: () => tabs.show("moves"),
    2: () => tabs.show("rules"),
    3: () => tabs.show("endgame"),
    4: () => tabs.show("find"),
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      explorer.tray.choose(null);
      return;
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : null;
    const single = event.key.length === 1;
    if (!action || event.ctrlKey || event.altKey || event.metaKey || (single && !enabled.checked) || taken(event)) {
      return;
    }
    event.preventDefault();
    action();
  });
}

/** Whether the focused element needs the key itself. @param {KeyboardEvent} event */
function taken(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const writes = target.matches("input, select, textarea, progress") && !target.matches("[type=checkbox]");
  return writes || document.querySelector("dialog[open]") !== null || (event.key === " " && target.matches("button, a, input"));
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} value */
function store(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Storage may be forbidden: the choice lasts as long as the page.
  }
}
