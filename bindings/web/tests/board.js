// Drawings on the board: the values of moves, arrows, marks of the person.

import assert from "node:assert/strict";
import { test } from "node:test";

import { at, center, KPK, LONGEST, MATE_IN_TWO, open, PHONE, PROMOTION, result, shot } from "./browser.js";

/** The squares of a class. @param {import("playwright-core").Page} page @param {string} name */
const marked = (page, name) =>
  page.locator(`.square.${name}`).evaluateAll((squares) => squares.map((square) => /** @type {HTMLElement} */ (square).dataset.square).sort());

/** The arrows of a layer. @param {import("playwright-core").Page} page @param {string} layer */
const arrows = (page, layer) =>
  page.locator(`.arrows .${layer}`).evaluateAll((shapes) => shapes.map((shape) => /** @type {SVGElement} */ (shape).dataset.arrow).sort());

test("a man that is taken up shows what its moves are worth", async () => {
  const page = await open({ fen: LONGEST });
  await page.locator(".move").first().waitFor();
  await at(page, "d3").click();
  const [win, draw] = [await marked(page, "to-win"), await marked(page, "to-draw")];
  assert.deepEqual([win, draw], [["e2"], ["c3", "c4", "d2", "d4", "e3", "e4"]]);
  await shot(page, "worth-1280");
  await at(page, "d3").click();
  assert.deepEqual(await marked(page, "to-draw"), []);
});

test("the best moves are drawn, until that is switched off", async () => {
  const page = await open({ fen: LONGEST });
  await page.locator(".arrows .best.win[data-arrow='d3e2']").waitFor({ state: "attached" });
  assert.deepEqual(await arrows(page, "best"), ["d3e2"]);
  await page.click("#arrows");
  assert.deepEqual(await arrows(page, "best"), []);
  await page.keyboard.press("ArrowRight");
  await result(page, "White mates in 39");
  await page.locator(".move").first().waitFor();
  assert.deepEqual(await arrows(page, "best"), []);
  await page.keyboard.press("a");
  assert.ok((await arrows(page, "best")).length > 0);
  await page.locator(".move").nth(2).hover();
  assert.equal((await arrows(page, "point")).length, 1);
});

test("the right button draws arrows and marks squares, and so do keys", async () => {
  const page = await open({ fen: KPK });
  await page.locator(".move").first().waitFor();
  const pull = async (/** @type {string} */ from, /** @type {string} */ to) => {
    const [start, end] = [await center(at(page, from)), await center(at(page, to))];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(end.x, end.y);
    await page.mouse.up({ button: "right" });
  };
  await pull("e2", "e4");
  await pull("d5", "d5");
  await pull("b1", "c3");
  assert.deepEqual(await arrows(page, "own"), ["b1c3", "d5d5", "e2e4"]);
  await shot(page, "own-arrows-1280");
  await pull("e2", "e4");
  assert.deepEqual(await arrows(page, "own"), ["b1c3", "d5d5"]);
  await page.click("#flip");
  assert.deepEqual(await arrows(page, "own"), ["b1c3", "d5d5"]);
  await at(page, "h1").click();
  assert.deepEqual(await arrows(page, "own"), []);
  await at(page, "h1").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+M");
  assert.deepEqual(await arrows(page, "own"), ["h1h1", "h1h2"]);
});

test("of several promotions on a square the best counts", async () => {
  const page = await open({ fen: PROMOTION });
  await page.locator(".move").first().waitFor();
  await at(page, "a7").click();
  assert.deepEqual(await marked(page, "to-win"), ["a8"]);
  const color = await at(page, "a8").evaluate((square) => getComputedStyle(square).getPropertyValue("--mark-target"));
  const win = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--to-win"));
  assert.equal(color, win);
});

test("the side to move stands beside a small board, not on it", async () => {
  const page = await open({ fen: KPK });
  await page.click("#tab-endgame");
  await page.getByText("Show some of them").click();
  const board = page.locator("#zugzwang-boards button").first();
  assert.match(await board.innerText(), /^(White|Black) to move$/);
  const [drawn, words] = [await board.locator("svg").boundingBox(), await board.locator(".to-move").boundingBox()];
  assert.ok(drawn && words && words.y >= drawn.y + drawn.height);
  await shot(page, "small-boards-1280");
});

test("a long press of a finger marks a square", async () => {
  const page = await open({ fen: KPK, viewport: PHONE, hasTouch: true, isMobile: true });
  await page.locator(".move").first().waitFor();
  const { x, y } = await center(at(page, "d6"));
  await at(page, "d6").evaluate((square, [clientX, clientY]) => {
    square.dispatchEvent(new PointerEvent("contextmenu", { clientX, clientY, pointerType: "touch", bubbles: true, cancelable: true }));
  }, [x, y]);
  assert.deepEqual(await arrows(page, "own"), ["d6d6"]);
});

test("a finger sees no preview that stays", async () => {
  const page = await open({ fen: MATE_IN_TWO, viewport: { width: 400, height: 780 }, hasTouch: true, isMobile: true });
  await page.locator("#line-moves li").nth(2).waitFor();
  await page.locator("#line-moves button").nth(1).tap();
  assert.ok(await page.locator(".preview").isHidden());
});
