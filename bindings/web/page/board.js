// The board: cm-chessboard draws and animates the men. Below it, 64 buttons take mouse, touch and keyboard, and
// carry marks. The board reports actions of the user without deciding anything, and keeps the user's arrows.

import { Arrows } from "./arrows.js";
import { Chessboard } from "./cm-chessboard/src/Chessboard.js";
import { element } from "./dom.js";
import { followDrag } from "./drag.js";
import { FILES, manName, parse, placement } from "./fen.js";

/** @typedef {import("./fen.js").Man} Man */

/**
 * @typedef {object} BoardHandlers
 * @property {(square: string) => void} pick  A square was clicked, or Enter pressed on it.
 * @property {(from: string, to: string | null) => void} drag  A man was dropped; null is off the board.
 * @property {(square: string) => void} lift  A man begins to be dragged.
 * @property {() => void} release  The drag is over.
 * @property {(man: Man | null, square: string) => void} type  A letter, or Delete, was typed on a square.
 */

/** Milliseconds of a movement. */
const MOVEMENT = 180;

export class Board {
  /** @param {HTMLElement} host @param {BoardHandlers} handlers */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    /** @type {"w" | "b"} */
    this.orientation = "w";
    /** @type {Map<string, Man>} */
    this.men = new Map();
    /** @type {Map<string, string[]>} Classes by square. */
    this.marks = new Map();
    this.focused = "e4";

    this.buttons = Array.from({ length: 64 }, (_, index) => this.button(index));
    this.grid = element("div", { class: "squares", role: "grid", "aria-label": "Chess board" });
    for (let row = 0; row < 8; row += 1) {
      this.grid.append(element("div", { class: "rank", role: "row" }, ...this.buttons.slice(8 * row, 8 * row + 8)));
    }
    /** Whether the focused square was reached by mouse or finger; then the arrow keys are left to the page. */
    this.pointed = false;
    this.grid.addEventListener("pointerdown", () => {
      this.pointed = true;
    });
    document.addEventListener("keydown", (event) => {
      this.pointed &&= event.key !== "Tab";
    });
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.over = element("div", { class: "men", "aria-hidden": "true" });
    host.append(this.grid, this.over);
    this.drawing = new Chessboard(this.over, {
      position: "8/8/8/8/8/8/8/8",
      assetsUrl: "cm-chessboard/assets/",
      style: { cssClass: "explorer", showCoordinates: false, animationDuration: MOVEMENT },
    });
    this.arrows = new Arrows(host);
    /** @type {import("./arrows.js").Arrow[]} What the person drew. */
    this.drawn = [];
    /** The square marked last, where an arrow drawn by keyboard begins. */
    this.from = "";
    this.grid.addEventListener("contextmenu", (event) => this.menu(/** @type {PointerEvent} */ (event)));
    this.label();
  }

  /** @param {number} index  0 is the upper left corner. */
  button(index) {
    const dark = (index + Math.floor(index / 8)) % 2 === 1;
    const button = element("button", { class: `square ${dark ? "dark" : "light"}`, role: "gridcell", type: "button" });
    button.addEventListener("click", () => {
      this.wipe();
      this.handlers.pick(this.squareAt(index));
    });
    button.addEventListener("pointerdown", (event) => this.press(event, this.squareAt(index)));
    button.addEventListener("focus", () => {
      this.focused = this.squareAt(index);
      this.rove();
    });
    return button;
  }

  /** @param {number} index */
  squareAt(index) {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    return this.orientation === "w" ? FILES[column] + (8 - row) : FILES[7 - column] + (row + 1);
  }

  /** @param {string} square */
  buttonOf(square) {
    const [column, row] = [FILES.indexOf(square[0]), 8 - Number(square[1])];
    return this.buttons[this.orientation === "w" ? 8 * row + column : 63 - (8 * row + column)];
  }

  /** Shows a position. @param {string} fen @param {boolean} animated */
  show(fen, animated) {
    const { men } = parse(fen);
    if (placement(men) !== placement(this.men)) {
      this.wipe();
    }
    this.men = men;
    void this.drawing.setPosition(placement(this.men), animated && !stillness());
    this.label();
  }

  /** Turns the board. */
  flip() {
    this.orientation = this.orientation === "w" ? "b" : "w";
    void this.drawing.setOrientation(this.orientation, false);
    this.arrows.turn(this.orientation);
    this.label();
  }

  /** Marks squares: lists of squares by class. Marks of these classes on other squares go.
   * @param {Record<string, Iterable<string>>} marks */
  mark(marks) {
    for (const [mark, squares] of Object.entries(marks)) {
      const marked = new Set(squares);
      for (const button of this.buttons) {
        button.classList.toggle(mark, marked.has(button.dataset.square ?? ""));
      }
      this.marks.set(mark, [...marked]);
    }
  }

  /** Draws arrows of moves in a layer, replacing its arrows. @param {"best" | "point"} layer @param {{ uci: string, kind: string }[]} moves */
  point(layer, moves) {
    this.arrows.set(layer, moves.map(({ uci, kind }) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4), kind })));
  }

  /** Draws an arrow or a circle of the person; drawing it again removes it. @param {string} from @param {string} to */
  draw(from, to) {
    const others = this.drawn.filter((arrow) => arrow.from !== from || arrow.to !== to);
    this.drawn = others.length < this.drawn.length ? others : [...others, { from, to, kind: "" }];
    this.arrows.set("own", this.drawn);
  }

  /** Removes what the person drew. */
  wipe() {
    this.drawn = [];
    this.arrows.set("own", []);
  }

  /** A long press of a finger marks a square, as the right button does. @param {PointerEvent} event */
  menu(event) {
    event.preventDefault();
    const square = this.squareUnder(event.clientX, event.clientY);
    if (event.pointerType === "touch" && square) {
      this.draw(square, square);
    }
  }

  /** The right button draws an arrow to where it is released. @param {PointerEvent} pressed @param {string} from */
  drawFrom(pressed, from) {
    document.addEventListener(
      "pointerup",
      (event) => {
        const to = event.button === pressed.button && this.squareUnder(event.clientX, event.clientY);
        if (to) {
          this.draw(from, to);
        }
      },
      { once: true },
    );
  }

  /** Names every square for screen readers, and writes the coordinates on the edge. */
  label() {
    this.buttons.forEach((button, index) => {
      const square = this.squareAt(index);
      const man = this.men.get(square);
      button.dataset.square = square;
      button.setAttribute("aria-label", man ? `${square}, ${manName(man)}` : square);
      button.classList.toggle("occupied", man !== undefined);
      toggleData(button, "rank", index % 8 === 0 ? square[1] : null);
      toggleData(button, "file", index >= 56 ? square[0] : null);
    });
    this.mark(Object.fromEntries(this.marks));
    this.rove();
  }

  /** Makes one square of the board reachable by the Tab key. */
  rove() {
    for (const button of this.buttons) {
      button.tabIndex = button.dataset.square === this.focused ? 0 : -1;
    }
  }

  /** @param {PointerEvent} event @param {string} square */
  press(event, square) {
    if (event.button === 2) {
      this.drawFrom(event, square);
      return;
    }
    const man = this.men.get(square);
    if (!man || event.button !== 0) {
      return;
    }
    followDrag(event, man, {
      size: () => this.host.clientWidth / 8,
      start: () => {
        this.hide(square, true);
        this.handlers.lift(square);
      },
      move: (x, y) => this.mark({ over: [this.squareUnder(x, y)].filter((found) => found !== null) }),
      drop: (x, y) => {
        this.endDrag(square);
        this.handlers.drag(square, this.squareUnder(x, y));
      },
      cancel: () => this.endDrag(square),
    });
  }

  /** @param {string} square */
  endDrag(square) {
    this.mark({ over: [] });
    this.hide(square, false);
    this.handlers.release();
  }

  /** @param {string} square @param {boolean} hidden */
  hide(square, hidden) {
    const man = this.drawing.view.piecesGroup.querySelector(`g[data-square='${square}']`);
    man?.setAttribute("visibility", hidden ? "hidden" : "visible");
  }

  /** The square at a point of the window; null off the board. @param {number} x @param {number} y */
  squareUnder(x, y) {
    const box = this.host.getBoundingClientRect();
    const [column, row] = [x - box.left, y - box.top].map((offset) => Math.floor((8 * offset) / box.width));
    const inside = column >= 0 && column < 8 && row >= 0 && row < 8;
    return inside ? this.squareAt(8 * row + column) : null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const index = this.buttons.indexOf(this.buttonOf(this.focused));
    const [column, row] = [index % 8, Math.floor(index / 8)];
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowLeft: [Math.max(0, column - 1), row],
      ArrowRight: [Math.min(7, column + 1), row],
      ArrowUp: [column, Math.max(0, row - 1)],
      ArrowDown: [column, Math.min(7, row + 1)],
      Home: [0, row],
      End: [7, row],
    };
    const step = steps[event.key];
    if (step && this.pointed) {
      return;
    } else if (step) {
      this.buttons[8 * step[1] + step[0]].focus();
    } else if (/^[kqrbnp]$/i.test(event.key)) {
      this.handlers.type(/** @type {Man} */ (event.key), this.focused);
    } else if (event.key === "m") {
      this.from = this.focused;
      this.draw(this.focused, this.focused);
    } else if (event.key === "M" && this.from) {
      this.draw(this.from, this.focused);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.handlers.type(null, this.focused);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {HTMLElement} target @param {string} name @param {string | null} value */
function toggleData(target, name, value) {
  if (value === null) {
    delete target.dataset[name];
  } else {
    target.dataset[name] = value;
  }
}

/** Whether the person asked for less movement. */
export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
