// The legal moves, grouped by result.

import { counted, element } from "./dom.js";
import { HEADINGS, moveGroup, moveResult, plies, pliesOf, zeroingPliesOf } from "./words.js";

/** @typedef {import("./answers.js").Move} Move */
/** @typedef {import("./words.js").Group} Group */

const ORDER = /** @type {Group[]} */ (["win", "cursed", "unknown", "draw", "blessed", "loss"]);

/**
 * @param {HTMLElement} panel
 * @param {Move[]} moves  Best first.
 * @param {{ play: (move: Move) => void, point: (move: Move | null) => void }} handlers
 */
export function showMoves(panel, moves, handlers) {
  if (moves.length === 0) {
    panel.replaceChildren(element("p", { class: "empty" }, "There are no moves: the game is over."));
    return;
  }
  const groups = ORDER.map((group) => ({ group, moves: moves.filter((move) => moveGroup(move) === group) }));
  panel.replaceChildren(
    ...groups.filter((found) => found.moves.length > 0).map((found) => groupOf(found.group, found.moves, handlers)),
  );
}

/** The maximum number of moves that are drawn as the best. */
const BEST = 4;

/** The moves that are as good as the first; empty if many or all are. @param {Move[]} moves  Best first. */
export function bestMoves(moves) {
  const same = moves.filter((move) => moveGroup(move) === moveGroup(moves[0]) && pliesOf(move) === pliesOf(moves[0]));
  return same.length > BEST || same.length === moves.length ? [] : same;
}

/** @param {Group} group @param {Move[]} moves @param {Parameters<typeof showMoves>[2]} handlers */
function groupOf(group, moves, handlers) {
  const clocked = moves.some((move) => move.dtz !== null && move.dtz !== undefined && move.dtz !== 0);
  return element(
    "section",
    { class: `moves ${group}` },
    element("h3", {}, HEADINGS[group], element("span", { class: "count" }, counted(moves.length, "move"))),
    element("ul", {}, ...moves.map((move) => element("li", {}, row(move, group, clocked, handlers)))),
  );
}

/** @param {Move} move @param {Group} group @param {boolean} clocked
 * @param {Parameters<typeof showMoves>[2]} handlers */
function row(move, group, clocked, handlers) {
  const point = () => handlers.point(move);
  const leave = () => handlers.point(null);
  const lasting = group === "draw" || group === "unknown";
  return element(
    "button",
    {
      type: "button",
      class: "move",
      "data-uci": move.uci,
      onclick: () => handlers.play(move),
      onmouseenter: point,
      onmouseleave: leave,
      onfocus: point,
      onblur: leave,
    },
    element("span", { class: "san" }, move.san),
    lasting && !move.stalemate && !move.insufficient_material
      ? null
      : element("span", { class: "outcome" }, moveResult(move)),
    lasting || !pliesOf(move) ? null : element("span", { class: "distance", title: "To mate, with this move (DTM)" }, plies(pliesOf(move))),
    clocked && zeroingPliesOf(move) && !move.checkmate
      ? element("span", { class: "distance", title: "Plies to the next capture or pawn move, with this move (DTZ)" }, element("abbr", {}, "DTZ"), ` ${zeroingPliesOf(move)}`)
      : null,
  );
}
