// Arrows and circles over the board, in layers that do not disturb each other.

import { svg } from "./dom.js";
import { FILES } from "./fen.js";

/** @typedef {{ from: string, to: string, kind: string }} Arrow  A circle if it goes nowhere. `kind` is a class. */

/** Half of the width of a line, and the sides of a head, as shares of a square. */
const [LINE, HEAD] = [0.075, 0.22];

export class Arrows {
  /** @param {HTMLElement} host */
  constructor(host) {
    /** @type {Map<string, Arrow[]>} */
    this.layers = new Map();
    /** @type {"w" | "b"} */
    this.orientation = "w";
    this.drawing = svg("svg", { class: "arrows", viewBox: "0 0 8 8", "aria-hidden": "true" });
    host.append(this.drawing);
  }

  /** @param {string} layer @param {Arrow[]} arrows */
  set(layer, arrows) {
    this.layers.set(layer, arrows);
    this.draw();
  }

  /** @param {"w" | "b"} orientation */
  turn(orientation) {
    this.orientation = orientation;
    this.draw();
  }

  draw() {
    const shapes = [...this.layers].flatMap(([layer, arrows]) => arrows.map((arrow) => this.shape(layer, arrow)));
    this.drawing.replaceChildren(...shapes);
  }

  /** @param {string} layer @param {Arrow} arrow */
  shape(layer, { from, to, kind }) {
    const [x, y] = this.center(from);
    const name = { class: `${layer} ${kind}`, "data-arrow": from + to };
    if (from === to) {
      return svg("circle", { ...name, cx: x, cy: y, r: 0.44 });
    }
    const [dx, dy] = this.center(to).map((end, index) => end - [x, y][index]);
    const length = Math.hypot(dx, dy);
    // Along the x axis, from the middle of the square to just before the middle of the other.
    const tip = length - 0.1;
    const neck = tip - 1.7 * HEAD;
    const path = `M0.2 ${-LINE}H${neck}V${-HEAD}L${tip} 0L${neck} ${HEAD}V${LINE}H0.2Z`;
    return svg("path", { ...name, d: path, transform: `translate(${x} ${y}) rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})` });
  }

  /** The middle of a square. @param {string} square @returns {[number, number]} */
  center(square) {
    const [x, y] = [FILES.indexOf(square[0]) + 0.5, 8.5 - Number(square[1])];
    return this.orientation === "w" ? [x, y] : [8 - x, 8 - y];
  }
}
