// What the draw rules claim about a position, and why: reason by reason, drawn on the board.

import { element, icon } from "./dom.js";
import { kindName, parse } from "./fen.js";

/** @typedef {import("./answers.js").Rule} Rule */
/** @typedef {import("./answers.js").Reason} Reason */

/** @type {Record<string, string>} */
const CLAIMS = {
  draw: "claims a draw",
  drawn: "claims a draw",
  white: "claims that White wins",
  black: "claims that Black wins",
  "white-or-draw": "claims that Black cannot win",
  "draw-or-black": "claims that White cannot win",
};

const OUTCOME = { draw: "It is a draw.", white: "White wins.", black: "Black wins." };

export class RulesPanel {
  /** @param {HTMLElement} panel @param {(marks: Record<string, string[]>) => void} mark  Marks the board. */
  constructor(panel, mark) {
    this.panel = panel;
    this.mark = mark;
  }

  /** @param {import("./answers.js").Rules} rules */
  show(rules) {
    this.clear();
    const men = parse(rules.fen).men;
    if (rules.rules.length === 0) {
      this.panel.replaceChildren(
        element("p", { class: "empty" }, `No built-in rule is about ${rules.endgame}. Rules exist for drawish endgames such as KRKN, KRKB, KRKR and KPK.`),
      );
      return;
    }
    this.panel.replaceChildren(
      ...rules.rules.map((rule) => this.rule(rule, men)),
      element("p", { class: "empty" }, "Choose a reason to see on the board which men it depends on."),
    );
  }

  clear() {
    this.mark({ "reason-man": [], "reason-square": [], "reason-chosen": [] });
  }

  /** @param {Rule} rule @param {Map<string, import("./fen.js").Man>} men */
  rule(rule, men) {
    const claim = rule.claim === null || rule.claim === "none" || rule.claim === "-" ? null : rule.claim;
    const right = claim === null ? "none" : rule.right ? "right" : "wrong";
    return element(
      "section",
      { class: `rule ${right}` },
      element("h3", {}, rule.name),
      element(
        "p",
        { class: "claim" },
        element("strong", {}, claim === null ? "makes no claim" : (CLAIMS[claim] ?? `claims ${claim}`)),
        claim === null ? null : element("span", { class: `badge ${right}` }, right),
        element("span", { class: "truth" }, truth(rule)),
      ),
      element("ul", { class: "reasons" }, ...rule.reasons.map((reason) => element("li", {}, this.reason(reason, men)))),
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
    const squares = Object.entries(reason.squares).filter(([from]) => men.has(from));
    const buttons = squares.map(([from, to]) => {
      const man = /** @type {import("./fen.js").Man} */ (men.get(from));
      const chip = element(
        "button",
        { type: "button", class: "chip", "aria-pressed": "false" },
        `${kindName(man)} ${from}`,
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

/** The true result. @param {Rule} rule */
function truth(rule) {
  return OUTCOME[/** @type {keyof typeof OUTCOME} */ (rule.result)] ?? `In truth: ${rule.result}.`;
}
