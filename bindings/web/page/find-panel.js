// A form that looks for positions that meet a condition. A mate in a number of moves, a mutual zugzwang and
// a cursed win are ready-made conditions; if the browser answers, there are no others.

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
   *   open: (fen: string) => void, hasConditions: () => boolean }} handlers  `find` returns null if a later search replaced it.
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.form = byId("find-form", HTMLFormElement);
    this.endgame = byId("find-endgame", HTMLInputElement);
    this.moves = byId("find-moves", HTMLInputElement);
    this.side = byId("find-side", HTMLSelectElement);
    this.where = byId("find-where", HTMLTextAreaElement);
    this.error = byId("find-error", HTMLElement);
    this.count = byId("find-count", HTMLElement);
    this.boards = byId("find-boards", HTMLElement);
    byId("endgames", HTMLDataListElement).append(...ENDGAMES.map((value) => element("option", { value })));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.search();
    });
    this.kinds = [...this.form.querySelectorAll("input[name=kind]")].map((it) => /** @type {HTMLInputElement} */ (it));
    this.form.addEventListener("input", (event) => {
      this.forget();
      if (event.target === this.where) {
        // An edited condition is none of the three.
        this.kinds.forEach((it) => (it.checked = false));
      } else if (event.target !== this.endgame) {
        this.where.value = this.condition() ?? this.where.value;
      }
      this.fields();
    });
    this.where.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.form.requestSubmit();
      }
    });
    this.where.value = this.condition() ?? "";
    this.fields();
  }

  get kind() {
    return String(new FormData(this.form).get("kind"));
  }

  fields() {
    byId("find-moves-field", HTMLElement).hidden = this.kind !== "mate";
    this.moves.disabled = this.kind !== "mate";
  }

  /** Lets conditions be edited if the source of answers takes them. */
  source() {
    const has = this.handlers.hasConditions();
    byId("find-where-field", HTMLElement).hidden = !has;
    byId("find-no-conditions", HTMLElement).hidden = has;
    if (!has && !this.kinds.some((it) => it.checked)) {
      this.kinds[0].checked = true;
      this.fields();
    }
  }

  /** The condition that the choices above it make; null if it was edited. */
  condition() {
    const kinds = { mate: `dtm = ${this.plies}`, zugzwang: "zugzwang", cursed: "fifty = cursed-win" };
    const side = { w: "white to move and ", b: "black to move and " }[this.side.value] ?? "";
    const kind = kinds[/** @type {keyof typeof kinds} */ (this.kind)];
    return kind === undefined ? null : side + kind;
  }

  get plies() {
    return 2 * Number(this.moves.value) - 1;
  }

  /** Suggests the endgame on the board. @param {string} name */
  suggest(name) {
    if (document.activeElement !== this.endgame) {
      this.endgame.value = name;
    }
  }

  /** Removes the words about another search. */
  forget() {
    this.error.textContent = "";
    this.count.textContent = "";
    this.boards.replaceChildren();
    this.endgame.removeAttribute("aria-invalid");
    this.where.removeAttribute("aria-invalid");
  }

  async search() {
    const endgame = this.endgame.value.trim().toUpperCase().replace("V", "");
    this.forget();
    if (!/^K[QRBNP]*K[QRBNP]*$/.test(endgame)) {
      this.fail("An endgame is the men of both sides, such as KRKN or KPKP.");
      return;
    }
    try {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const plies = this.kind === "mate" ? this.plies : null;
      const kind = { kind: this.kind, plies, side: this.side.value || null, seed };
      const wanted = this.handlers.hasConditions() ? { where: this.where.value, seed } : kind;
      const found = await this.handlers.find(endgame, wanted);
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
        : `${number(found.found)} ${found.found === 1 ? "position" : "positions"}${some}. Choose one to put it on the board.`;
    showBoards(this.boards, found.fens, this.handlers.open);
  }

  /** @param {string} sentence */
  fail(sentence) {
    // The second line is the condition, the third points at the place in it.
    const isPlace = sentence.startsWith("the condition is wrong");
    this.error.textContent = sentence;
    this.error.classList.toggle("place", isPlace);
    (isPlace ? this.where : this.endgame).setAttribute("aria-invalid", "true");
  }
}
