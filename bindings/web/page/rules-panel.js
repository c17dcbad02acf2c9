// The claims of the draw rules about a position, with each reason drawn on the board.

import { element, icon } from "./dom.js";
import { manName, other, parse, sideName } from "./fen.js";

/** @typedef {import("./answers.js").Rule} Rule */
/** @typedef {import("./answers.js").Reason} Reason */

/** @type {Record<string, (mover: string, waiting: string) => string>} */
const CLAIMS = {
  draw: () => "claims a draw",
  win: (mover) => `claims that ${mover} wins`,
  loss: (_, waiting) => `claims that ${waiting} wins`,
  "white-or-draw": () => "claims that Black cannot win",
  "draw-or-black": () => "claims that White cannot win",
  "white-or-black": () => "claims that it is no draw",
};

/** @type {Record<string, (mover: string, waiting: string) => string>} */
const RESULTS = {
  draw: () => "It is a draw.",
  win: (mover) => `${mover} wins.`,
  loss: (_, waiting) => `${waiting} wins.`,
};

export class RulesPanel {
  /** @param {HTMLElement} panel @param {(marks: Record<string, string[]>) => void} mark  Marks the board. */
  constructor(panel, mark) {
    this.panel = panel;
    this.mark = mark;
  }

  /** @param {import("./answers.js").Rules} rules */
  show(rules) {
    this.clear();
    const position = parse(rules.fen);
    if (rules.rules.length === 0) {
      this.panel.replaceChildren(
        element("p", { class: "empty" }, `No built-in rule covers ${rules.endgame}. Rules exist for drawish endgames such as KRKN, KRKB, KRKR and KPK.`),
      );
      return;
    }
    this.panel.replaceChildren(
      ...rules.rules.map((rule) => this.rule(rule, position)),
      element("p", { class: "empty" }, "A rule claims nothing while a reason against it (“unless”) holds. Choose a reason to see on the board which men it depends on."),
    );
  }

  clear() {
    this.mark({ "reason-man": [], "reason-square": [], "reason-chosen": [] });
  }

  /** @param {Rule} rule @param {import("./fen.js").Position} position */
  rule(rule, { men, turn }) {
    const [mover, waiting] = [sideName(turn), sideName(other(turn))];
    const claim = rule.claim === null ? "makes no claim" : (CLAIMS[rule.claim]?.(mover, waiting) ?? rule.claim);
    const verdict = rule.claim === null || rule.right === null ? null : rule.right ? "right" : "wrong";
    const result = rule.result === null ? null : RESULTS[rule.result]?.(mover, waiting);
    return element(
      "section",
      { class: "rule" },
      element("h3", {}, rule.name),
      element(
        "p",
        { class: "claim" },
        element("strong", {}, claim),
        verdict && element("span", { class: `badge ${verdict}` }, verdict),
        element("span", { class: "truth" }, result),
      ),
      rule.reasons.length === 0
        ? element("p", { class: "empty" }, "This rule was learned from the tables: it has no reasons in words.")
        : element("ul", { class: "reasons" }, ...inOrder(rule.reasons).map((reason) => element("li", {}, this.reason(reason, men)))),
    );
  }

  /** @param {Reason} reason @param {Map<string, import("./fen.js").Man>} men */
  reason(reason, men) {
    const chips = element("div", { class: "chips", hidden: true });
    const button = element(
      "button",
      { type: "button", class: `reason ${reason.holds ? "holds" : "fails"}`, "aria-expanded": "false" },
      icon(reason.holds ? "yes" : "no"),
      element(
        "span",
        { class: "says" },
        element("span", { class: "role" }, reason.role === "because" ? "because" : "unless"),
        ` ${reason.says}`,
      ),
      element("span", { class: "state" }, reason.holds ? "holds" : "does not hold"),
    );
    button.addEventListener("click", () => {
      const opened = button.getAttribute("aria-expanded") === "true";
      this.panel.querySelectorAll(".reason[aria-expanded='true']").forEach((other) => {
        other.setAttribute("aria-expanded", "false");
        /** @type {HTMLElement} */ (other.nextElementSibling).hidden = true;
      });
      this.clear();
      if (!opened) {
        button.setAttribute("aria-expanded", "true");
        chips.hidden = false;
        this.mark({ "reason-man": reason.men });
        this.fill(chips, reason, men);
      }
    });
    return element("div", {}, button, chips);
  }

  /** The men whose squares can be shown. @param {HTMLElement} chips @param {Reason} reason
   * @param {Map<string, import("./fen.js").Man>} men */
  fill(chips, reason, men) {
    const lead = reason.holds
      ? reason.men.length > 0
        ? "It depends on the marked men. Squares on which it still holds for"
        : "It depends on no man alone. Squares on which it still holds for"
      : "Squares on which it would hold for";
    const depends = (/** @type {string} */ from) => Number(reason.men.includes(from));
    const squares = Object.entries(reason.squares)
      .filter(([from, to]) => men.has(from) && to.length > 0)
      .sort(([a], [b]) => depends(b) - depends(a));
    if (squares.length === 0) {
      chips.replaceChildren(element("p", {}, "No man alone, on another square, would make it hold."));
      return;
    }
    const buttons = squares.map(([from, to]) => {
      const man = /** @type {import("./fen.js").Man} */ (men.get(from));
      const chip = element(
        "button",
        { type: "button", class: "chip", "aria-pressed": "false" },
        `${manName(man)} ${from}`,
        element("span", { class: "count" }, String(to.length)),
      );
      chip.addEventListener("click", () => {
        const pressed = chip.getAttribute("aria-pressed") === "true";
        buttons.forEach((other) => other.setAttribute("aria-pressed", "false"));
        chip.setAttribute("aria-pressed", String(!pressed));
        chip.title = to.join(" ");
        this.mark(pressed ? { "reason-square": [], "reason-chosen": [] } : { "reason-square": to, "reason-chosen": [from] });
      });
      return chip;
    });
    chips.replaceChildren(element("p", {}, lead), ...buttons);
  }
}

/** Reasons that hold come first. @param {Reason[]} reasons */
const inOrder = (reasons) => [...reasons.filter(({ holds }) => holds), ...reasons.filter(({ holds }) => !holds)];
