// A small board beside a move that the mouse or the keyboard points at: the position after it.

import { element } from "./dom.js";
import { smallBoard } from "./pieces.js";

export class Preview {
  constructor() {
    this.box = element("div", { class: "preview", hidden: true, "aria-hidden": "true" });
    document.body.append(this.box);
    /** @type {HTMLElement | null} */
    this.shown = null;
  }

  /** Shows the position while the element is pointed at. @param {HTMLElement} target @param {string} fen */
  attach(target, fen) {
    const show = () => this.show(target, fen);
    // A list that scrolls or is redrawn under a resting mouse is not pointed at.
    target.addEventListener("pointermove", (event) => event.pointerType === "mouse" && (event.movementX || event.movementY) && this.shown !== target && show());
    target.addEventListener("focus", () => target.matches(":focus-visible") && show());
    target.addEventListener("pointerleave", () => this.hide());
    target.addEventListener("blur", () => this.hide());
  }

  /** @param {HTMLElement} target @param {string} fen */
  show(target, fen) {
    this.shown = target;
    this.box.replaceChildren(smallBoard(fen));
    this.box.hidden = false;
    const [at, size] = [target.getBoundingClientRect(), this.box.offsetWidth];
    const left = Math.min(Math.max(8, at.left + at.width / 2 - size / 2), document.documentElement.clientWidth - size - 8);
    const below = at.bottom + size + 14 < innerHeight;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${below ? at.bottom + 6 : at.top - size - 6}px`;
  }

  hide() {
    this.shown = null;
    this.box.hidden = true;
  }
}
