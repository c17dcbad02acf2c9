// The trays above and below the board: men to drag onto it, or to choose and then place by clicks.

import { element, icon } from "./dom.js";
import { followDrag } from "./drag.js";
import { kindName, manName } from "./fen.js";
import { piece } from "./pieces.js";

/** @typedef {import("./fen.js").Man} Man */
/** @typedef {Man | "erase"} Tool */

const MEN = /** @type {Man[]} */ ([..."KQRBNP"]);

export class Tray {
  /**
   * @param {HTMLElement} white
   * @param {HTMLElement} black
   * @param {import("./board.js").Board} board
   * @param {{ drop: (man: Man, square: string | null) => void, choose: (tool: Tool | null) => void }} handlers
   */
  constructor(white, black, board, handlers) {
    this.board = board;
    this.handlers = handlers;
    /** @type {Tool | null} The man that a click on a square places. */
    this.chosen = null;
    /** @type {Map<Tool, HTMLButtonElement>} */
    this.buttons = new Map();
    white.append(...MEN.map((man) => this.man(man)), this.eraser());
    black.append(...MEN.map((man) => this.man(/** @type {Man} */ (man.toLowerCase()))));
  }

  /** @param {Man} man */
  man(man) {
    const button = this.tool(man, `Place a ${manName(man)}`, piece(man));
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) {
        return;
      }
      followDrag(event, man, {
        size: () => this.board.host.clientWidth / 8,
        start: () => this.choose(null),
        move: (x, y) => this.board.mark({ over: [this.board.squareUnder(x, y)].filter((found) => found !== null) }),
        drop: (x, y) => {
          this.board.mark({ over: [] });
          this.handlers.drop(man, this.board.squareUnder(x, y));
        },
        cancel: () => this.board.mark({ over: [] }),
      });
    });
    button.title = `Drag the ${kindName(man)} onto the board, or click it and then squares`;
    return button;
  }

  eraser() {
    const button = this.tool("erase", "Remove men", icon("erase"));
    button.title = "Click men to remove them; dragging them off the board does the same";
    return button;
  }

  /** @param {Tool} tool @param {string} label @param {SVGElement} picture */
  tool(tool, label, picture) {
    const button = element("button", { type: "button", "aria-label": label, "aria-pressed": "false" }, picture);
    button.addEventListener("click", () => this.choose(this.chosen === tool ? null : tool));
    this.buttons.set(tool, button);
    return button;
  }

  /** @param {Tool | null} tool */
  choose(tool) {
    this.chosen = tool;
    this.buttons.forEach((button, of) => button.setAttribute("aria-pressed", String(of === tool)));
    this.handlers.choose(tool);
  }
}
