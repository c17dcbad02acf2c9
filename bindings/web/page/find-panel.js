// A form that looks for positions: a mate in a number of moves, a mutual zugzwang, a cursed win.

import { byId, element, number } from "./dom.js";
import { showBoards } from "./endgame-panel.js";

/** Endgames of three and four men, for the list of suggestions. */
export const ENDGAMES = (
  "KPK KNK KBK KRK KQK KPKP KNKP KNKN KBKP KBKN KBKB KRKP KRKN KRKB KRKR KQKP KQKN KQKB KQKR KQKQ " +
  "KPPK KNPK KNNK KBPK KBNK KBBK KRPK KRNK KRBK KRRK KQPK KQNK KQBK KQRK KQQK"
).split(" ");

export class FindPanel {
  /**
   * @param {{ find: (endgame: string, search: import("./answers.js").Search) => Promise<import("./answers.js").Found | null>,
   *   open: (fen: string) => void }} handlers  `find` returns null if a later search replaced it.
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.form = byId("find-form", HTMLFormElement);
    this.endgame = byId("find-endgame", HTMLInputElement);
    this.moves = byId("find-moves", HTMLInputElement);
    this.side = byId("find-side", HTMLSelectElement);
    this.error = byId("find-error", HTMLElement);
    this.count = byId("find-count", HTMLElement);
    this.boards = byId("find-boards", HTMLElement);
    byId("endgames", HTMLDataListElement).append(...ENDGAMES.map((value) => element("option", { value })));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.search();
    });
    this.form.addEventListener("change", () => this.fields());
    this.fields();
  }

  get kind() {
    return String(new FormData(this.form).get("kind"));
  }

  fields() {
    byId("find-moves-field", HTMLElement).hidden = this.kind !== "mate";
    this.moves.disabled = this.kind !== "mate";
  }

  /** The endgame on the board is the one that is suggested. @param {string} name */
  suggest(name) {
    if (document.activeElement !== this.endgame) {
      this.endgame.value = name;
    }
  }

  async search() {
    const endgame = this.endgame.value.trim().toUpperCase().replace("V", "");
    this.error.textContent = "";
    this.endgame.removeAttribute("aria-invalid");
    if (!/^K[QRBNP]*K[QRBNP]*$/.test(endgame)) {
      this.fail("An endgame is the men of both sides, such as KRKN or KPKP.");
      return;
    }
    try {
      const found = await this.handlers.find(endgame, {
        kind: this.kind,
        plies: this.kind === "mate" ? 2 * Number(this.moves.value) - 1 : null,
        side: this.side.value || null,
        seed: Math.floor(Math.random() * 2 ** 31),
      });
      if (found) {
        this.show(found);
      }
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {import("./answers.js").Found} found */
  show(found) {
    const some = found.fens.length < found.found ? `, ${found.fens.length} of them at random` : "";
    this.count.textContent =
      found.found === 0
        ? `${found.endgame} has no such position.`
        : `${number(found.found)} ${found.found === 1 ? "position" : "positions"}${some}. The first is on the board.`;
    showBoards(this.boards, found.fens, this.handlers.open);
    if (found.fens.length > 0) {
      this.handlers.open(found.fens[0]);
    }
  }

  /** @param {string} sentence */
  fail(sentence) {
    this.error.textContent = sentence;
    this.endgame.setAttribute("aria-invalid", "true");
    this.count.textContent = "";
    this.boards.replaceChildren();
  }
}
