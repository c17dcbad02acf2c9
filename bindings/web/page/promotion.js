// The choice of a piece for a promotion.

import { byId, element } from "./dom.js";
import { kindName } from "./fen.js";
import { piece } from "./pieces.js";

/**
 * Asks which of the promotions to play.
 *
 * @template {{ uci: string }} T
 * @param {T[]} moves
 * @param {"w" | "b"} turn
 * @returns {Promise<T | null>} null if none was chosen
 */
export function choosePromotion(moves, turn) {
  const dialog = byId("promotion", HTMLDialogElement);
  const order = "qrbn";
  const sorted = [...moves].sort((a, b) => order.indexOf(a.uci[4]) - order.indexOf(b.uci[4]));
  const buttons = sorted.map((move) => {
    const kind = move.uci[4];
    const man = /** @type {import("./fen.js").Man} */ (turn === "w" ? kind.toUpperCase() : kind);
    return element("button", { value: kind, "aria-label": kindName(man) }, piece(man));
  });
  byId("promotion-men", HTMLElement).replaceChildren(...buttons);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => resolve(moves.find((move) => move.uci[4] === dialog.returnValue) ?? null),
      { once: true },
    );
  });
}
