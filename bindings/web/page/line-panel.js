// The moves played, their variations and the best play after them, with buttons that step through.

import { byId, element } from "./dom.js";
import { branch } from "./game.js";
import { Preview } from "./preview.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").MoveNode} MoveNode */

/** Milliseconds a move, by the position of the slider. */
const PACES = [2400, 1500, 900, 550, 300, 150];

export class LinePanel {
  /** @param {{ go: (at: number) => void, goTo: (node: MoveNode) => void, count: () => number, at: () => number,
   *   playing: (on: boolean) => void }} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.list = byId("line-moves", HTMLOListElement);
    this.list.addEventListener("scroll", () => this.fade());
    this.preview = new Preview();
    this.toggle = byId("line-play", HTMLButtonElement);
    this.speed = byId("line-speed", HTMLInputElement);
    const to = (/** @type {string} */ id, /** @type {() => number} */ at) => {
      const button = byId(id, HTMLButtonElement);
      button.addEventListener("click", () => {
        this.pause();
        handlers.go(at());
      });
      return button;
    };
    this.backward = [to("line-start", () => 0), to("line-back", () => handlers.at() - 1)];
    this.forward = [to("line-forward", () => handlers.at() + 1), to("line-end", () => handlers.count())];
    this.removal = byId("line-remove", HTMLButtonElement);
    this.toggle.addEventListener("click", () => this.playOrPause());
    this.speed.addEventListener("input", () => this.name());
    this.name();
  }

  name() {
    const seconds = this.pace() / 1000;
    this.speed.setAttribute("aria-valuetext", `${seconds} seconds a move`);
    this.speed.title = `${seconds} seconds a move`;
  }

  pace() {
    return PACES[Number(this.speed.value) - 1];
  }

  playOrPause() {
    if (this.timer !== null) {
      this.pause();
    } else if (this.handlers.at() < this.handlers.count()) {
      this.setPlaying(true);
      this.step();
    }
  }

  step() {
    this.handlers.go(this.handlers.at() + 1);
    this.timer = setTimeout(() => {
      if (this.handlers.at() < this.handlers.count()) {
        this.step();
      } else {
        this.pause();
      }
    }, this.pace());
  }

  pause() {
    if (this.timer !== null) {
      clearTimeout(this.timer);
      this.timer = null;
      this.setPlaying(false);
    }
  }

  /** @param {boolean} on */
  setPlaying(on) {
    this.toggle.querySelector("use")?.setAttribute("href", `icons.svg#${on ? "pause" : "play"}`);
    this.toggle.setAttribute("aria-label", on ? "Pause" : "Play the line");
    this.handlers.playing(on);
  }

  /** @param {Game} game @param {string} empty  A sentence for a list without moves. */
  show(game, empty) {
    const items = game.tokens().map((token) =>
      typeof token === "string" ? element("li", { class: "bracket" }, token) : this.item(token, game),
    );
    if (items.length > 0 && game.goesOn) {
      items.push(element("li", { class: "more", title: "The line goes on" }, "…"));
    }
    this.preview.hide();
    this.list.replaceChildren(...(items.length > 0 ? items : [element("li", { class: "empty" }, empty)]));
    const disabled = (/** @type {HTMLButtonElement[]} */ buttons, /** @type {boolean} */ off) =>
      buttons.forEach((button) => {
        button.disabled = off;
      });
    disabled(this.backward, game.at === 0);
    disabled([this.removal], !game.removable);
    disabled([...this.forward, this.toggle], game.at === game.length && this.timer === null);
    this.scroll();
    this.fade();
  }

  /** Shows whether the list continues above and below. */
  fade() {
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    this.list.classList.toggle("before", scrollTop > 2);
    this.list.classList.toggle("after", scrollTop + clientHeight < scrollHeight - 2);
  }

  /** @param {import("./game.js").Token} token @param {Game} game */
  item({ label, san, node }, game) {
    const button = element(
      "button",
      {
        type: "button",
        "aria-current": node === game.on ? "step" : null,
        onclick: () => {
          this.pause();
          this.handlers.goTo(node);
        },
      },
      san,
    );
    this.preview.attach(button, node.fen);
    return element(
      "li",
      { class: node.line === "best" && !branch(game.on).includes(node) ? "ahead" : "played" },
      label ? element("span", { class: "number" }, label) : null,
      button,
    );
  }

  /** Brings the current move into view, without moving the page. */
  scroll() {
    const current = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    if (!current) {
      this.list.scrollTop = 0;
      return;
    }
    const top = current.getBoundingClientRect().top - this.list.getBoundingClientRect().top;
    if (top < 0 || top > this.list.clientHeight - current.offsetHeight) {
      this.list.scrollTop += top - this.list.clientHeight / 3;
    }
  }
}
