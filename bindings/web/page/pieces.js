// Pictures of men: one sprite, loaded once, and boards of a thumb's size made from it.

import { svg } from "./dom.js";
import { SQUARES, describe, parse, side } from "./fen.js";

const SPRITE = "cm-chessboard/assets/pieces/standard.svg";

/** The identifier that the board's library looks for: it loads the sprite itself if there is none. */
const HOLDER = "cm-chessboard-sprite";

/** Width of a man in the sprite. */
const TILE = 40;

/** Puts the sprite into the page; men show up when it has arrived. */
export async function loadPieces() {
  const holder = document.createElement("div");
  holder.id = HOLDER;
  holder.className = "sprite";
  holder.setAttribute("aria-hidden", "true");
  document.body.append(holder);
  const text = await (await fetch(new URL(SPRITE, document.baseURI))).text();
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sprite.querySelectorAll("[id]").forEach((part) => {
    if (!/^[wb][kqrbnp]$/.test(part.id)) {
      part.removeAttribute("id"); // names that are not unique
    }
  });
  sprite.querySelectorAll("title, desc").forEach((part) => part.remove());
  holder.append(document.adoptNode(sprite));
}

/** @param {import("./fen.js").Man} man */
const spriteName = (man) => `#${side(man)}${man.toLowerCase()}`;

/** A man alone, for the eye only. @param {import("./fen.js").Man} man */
export function piece(man) {
  return svg(
    "svg",
    { class: "man", viewBox: `0 0 ${TILE} ${TILE}`, "aria-hidden": "true" },
    svg("use", { href: spriteName(man) }),
  );
}

/**
 * A small board.
 *
 * @param {string} fen
 */
export function smallBoard(fen) {
  const position = parse(fen);
  const dark = SQUARES.map((square, index) => ((index + Math.floor(index / 8)) % 2 === 1 ? at(index) : ""));
  const men = SQUARES.map((square, index) => {
    const man = position.men.get(square);
    const [x, y] = [(index % 8) * TILE, Math.floor(index / 8) * TILE];
    return man ? svg("use", { href: spriteName(man), x, y }) : null;
  });
  return svg(
    "svg",
    { class: "small-board", viewBox: `0 0 ${8 * TILE} ${8 * TILE}`, role: "img", "aria-label": describe(position) },
    svg("rect", { class: "light", width: 8 * TILE, height: 8 * TILE }),
    svg("path", { class: "dark", d: dark.join("") }),
    ...men,
  );
}

/** The outline of a square. @param {number} index */
const at = (index) => `M${(index % 8) * TILE} ${Math.floor(index / 8) * TILE}h${TILE}v${TILE}h-${TILE}z`;
