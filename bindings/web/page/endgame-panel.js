// An endgame as a whole: how often each side wins, how long mates take, mutual zugzwangs.

import { element, number, svg } from "./dom.js";
import { smallBoard } from "./pieces.js";
import { mateIn } from "./words.js";

/** @typedef {import("./answers.js").Stats} Stats */
/** @typedef {import("./answers.js").SideCounts} SideCounts */

/**
 * @typedef {object} EndgameHandlers
 * @property {(fen: string) => void} open
 * @property {(plies: number, side: "w" | "b") => void} mate  Shows a position that far from mate.
 * @property {() => void} zugzwangs  Looks for mutual zugzwangs.
 */

/** @param {HTMLElement} panel @param {Stats} stats @param {EndgameHandlers} handlers */
export function showEndgame(panel, stats, handlers) {
  const count = stats.mutual_zugzwangs;
  panel.replaceChildren(
    element("p", { class: "lead" }, `All positions of ${stats.endgame}, White being ${stats.endgame.slice(0, stats.endgame.indexOf("K", 1))}.`),
    sideOf("White to move", "w", stats.white_to_move, handlers),
    sideOf("Black to move", "b", stats.black_to_move, handlers),
    element(
      "section",
      { class: "zugzwangs" },
      element("h3", {}, "Mutual zugzwangs", count === null ? null : element("span", { class: "count" }, number(count))),
      count === 0
        ? element("p", { class: "empty" }, "There are none: having the move is never worse for both sides.")
        : element("button", { type: "button", class: "quiet", onclick: handlers.zugzwangs }, "Show some of them"),
      element("ul", { class: "boards", id: "zugzwang-boards" }),
    ),
  );
}

/** @param {string} heading @param {"w" | "b"} side @param {SideCounts} counts @param {EndgameHandlers} handlers */
function sideOf(heading, side, counts, handlers) {
  const shares = /** @type {const} */ (["wins", "draws", "losses"]).map((name) => ({
    name,
    count: counts[name],
    share: counts.positions > 0 ? counts[name] / counts.positions : 0,
  }));
  return element(
    "section",
    { class: "counts" },
    element("h3", {}, heading, element("span", { class: "count" }, `${number(counts.positions)} positions`)),
    bar(shares),
    element(
      "dl",
      {},
      ...shares.map(({ name, count, share }) =>
        element("div", { class: name }, element("dt", {}, name), element("dd", {}, number(count), element("span", {}, percent(share, count)))),
      ),
    ),
    longest(side, counts, handlers),
    histogram(side, counts, handlers),
  );
}

/** A share that is rounded is never 0 % or 100 % unless it is exact. @param {number} share @param {number} count */
function percent(share, count) {
  const rounded = (100 * share).toFixed(1);
  if (count > 0 && rounded === "0.0") {
    return "< 0.1 %";
  }
  return share < 1 && rounded === "100.0" ? "> 99.9 %" : `${rounded} %`;
}

/** @param {{ name: string, share: number }[]} shares */
function bar(shares) {
  let x = 0;
  const parts = shares.map(({ name, share }) => {
    const part = svg("rect", { class: name, x: 1000 * x, y: 0, width: 1000 * share, height: 10 });
    x += share;
    return part;
  });
  return svg("svg", { class: "shares", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...parts);
}

/** @param {"w" | "b"} side @param {SideCounts} counts @param {EndgameHandlers} handlers */
function longest(side, counts, handlers) {
  const buttons = [];
  if (counts.longest_win_plies !== null && counts.longest_win_fen) {
    const fen = counts.longest_win_fen;
    const text = `Longest win: mate in ${mateIn(counts.longest_win_plies)}`;
    buttons.push(element("button", { type: "button", class: "quiet", onclick: () => handlers.open(fen) }, text));
  }
  if (counts.longest_loss_plies) {
    const plies = counts.longest_loss_plies;
    const text = `Longest loss: mated in ${mateIn(plies)}`;
    const open = () => (counts.longest_loss_fen ? handlers.open(counts.longest_loss_fen) : handlers.mate(plies, side));
    buttons.push(element("button", { type: "button", class: "quiet", onclick: open }, text));
  }
  return element("p", { class: "buttons" }, ...buttons);
}

/** Wins and losses by distance; a click opens a position that far from mate.
 * @param {"w" | "b"} side @param {SideCounts} counts @param {EndgameHandlers} handlers */
function histogram(side, counts, handlers) {
  const distances = counts.distances ?? [];
  const last = Math.max(0, ...distances.map(({ plies }) => plies));
  if (last < 4) {
    return null;
  }
  const highest = Math.max(...distances.map(({ wins, losses }) => wins + losses));
  const width = 4;
  const height = 60;
  const bars = distances.flatMap(({ plies, wins, losses }) => {
    const tall = Math.max(1.5, (height * (wins + losses)) / highest);
    const text = `${wins > 0 ? `Mate in ${mateIn(plies)}` : `Mated in ${mateIn(plies)}`}: ${number(wins + losses)} positions`;
    const visible = svg("rect", {
      class: wins > 0 ? "wins" : "losses",
      x: (width * plies) / 2,
      y: height - tall,
      width: width - 0.8,
      height: tall,
    });
    return svg(
      "g",
      { onclick: () => handlers.mate(plies, side) },
      svg("title", {}, text),
      svg("rect", { class: "catch", x: (width * plies) / 2, y: 0, width, height }),
      visible,
    );
  });
  return element(
    "figure",
    { class: "histogram", "aria-hidden": "true" },
    svg("svg", { viewBox: `0 0 ${(width * (last + 2)) / 2} ${height}`, preserveAspectRatio: "none" }, ...bars),
    element("figcaption", {}, element("span", {}, "mate"), element("span", {}, "by distance: click a bar for a position"), element("span", {}, `${mateIn(last)} moves`)),
  );
}

/** Small boards that open their positions. @param {HTMLElement} list @param {string[]} fens
 * @param {(fen: string) => void} open */
export function showBoards(list, fens, open) {
  list.replaceChildren(
    ...fens.map((fen) =>
      element(
        "li",
        {},
        element(
          "button",
          { type: "button", class: "board-button", onclick: () => open(fen) },
          smallBoard(fen),
          element(
            "span",
            { class: "to-move", "aria-hidden": "true" },
            element("span", { class: `stone ${fen.includes(" w") ? "white" : "black"}` }),
            `${fen.includes(" w") ? "White" : "Black"} to move`,
          ),
        ),
      ),
    ),
  );
}
