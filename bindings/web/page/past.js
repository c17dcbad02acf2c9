// The browser's history: an entry for each position that is opened or played, and one for a walk along the moves
// or for the changes of a position that is set up.

import { Game, link } from "./game.js";

/** @typedef {"opened" | "edited" | "walked"} Change */
/** @typedef {{ number: number, game: import("./game.js").Saved }} Entry */

export class Past {
  /** @param {() => Game} game @param {(saved: import("./game.js").Saved | null) => void} returned  Called with the game of
   *   an entry, or null if there is only an address. */
  constructor(game, returned) {
    this.game = game;
    /** The number of the entry that is shown. */
    this.number = 0;
    /** @type {Change | null} What made it. */
    this.change = null;
    window.addEventListener("popstate", (event) => this.pop(event.state, returned));
  }

  /** The game of the entry that the page begins with, after a reload. @returns {import("./game.js").Saved | null} */
  first() {
    /** @type {Entry | null} */
    const entry = history.state;
    this.number = entry?.number ?? this.number;
    return entry?.game ?? null;
  }

  /** Keeps the game after a change. @param {Change} change */
  add(change) {
    if (change !== "opened" && change === this.change) {
      this.replace();
      return;
    }
    this.change = change;
    this.number += 1;
    history.pushState(this.entry(), "", this.address());
  }

  /** Keeps the game in the entry that is shown. */
  replace() {
    history.replaceState(this.entry(), "", this.address());
  }

  /** @returns {Entry} */
  entry() {
    return { number: this.number, game: this.game().save() };
  }

  address() {
    return location.pathname + link(this.game().fen);
  }

  /** @param {Entry | null} entry @param {(saved: import("./game.js").Saved | null) => void} returned */
  pop(entry, returned) {
    this.change = null;
    if (!entry) {
      this.number += 1;
      returned(null);
      return;
    }
    const isBack = entry.number < this.number;
    this.number = entry.number;
    const game = new Game(entry.game.start);
    game.restore(entry.game);
    if (isBack && entry.number > 0 && game.fen === this.game().fen) {
      history.back(); // a walk came back to where it began
    } else {
      returned(entry.game);
    }
  }
}
