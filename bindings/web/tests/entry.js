// The texts that the field takes, and the words shown beside it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { at, drag, fenOf, LONGEST, MATE_IN_TWO, open, PHONE, result, shot } from "./browser.js";

/** @param {import("playwright-core").Page} page @param {string} text */
async function enter(page, text) {
  await page.fill("#fen", text);
  await page.keyboard.press("Enter");
}

test("the field takes addresses of Lichess, UCI and EPD", async () => {
  const page = await open({ fen: LONGEST });
  const position = "7k/8/5K2/8/8/8/8/R7";
  for (const [text, expected] of [
    [`https://lichess.org/analysis/standard/${position}_w_-_-_0_1`, MATE_IN_TWO],
    [`https://lichess.org/analysis/${position}_w_-_-_0_1?color=white#0`, MATE_IN_TWO],
    [`lichess.org/editor/${position}_b_-_-_0_1`, `${position} b - - 0 1`],
    [`https://lichess.org/editor?fen=${encodeURIComponent(MATE_IN_TWO)}&color=black`, MATE_IN_TWO],
    [`https://syzygy-tables.info/?fen=${position}_w_-_-_0_1`, MATE_IN_TWO],
    [`position fen ${MATE_IN_TWO}`, MATE_IN_TWO],
    [`position fen ${MATE_IN_TWO} moves f6f7 h8h7`, `8/5K1k/8/8/8/8/8/R7 w - - 2 2`],
    [`${position} w - - bm Kf7; id "a mate in two";`, MATE_IN_TWO],
    [`${position} w - - hmvc 3; fmvn 7;`, `${position} w - - 3 7`],
    [`${position} w`, MATE_IN_TWO],
  ]) {
    await enter(page, LONGEST);
    await enter(page, text);
    assert.equal(await fenOf(page), expected, text);
  }
  await enter(page, "position startpos moves e2e4");
  await page.locator("#fen-error", { hasText: "32 men" }).waitFor();
});

test("the field takes the name of an endgame, and opens its longest win", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  for (const name of ["krkn", "KRvKN"]) {
    await enter(page, MATE_IN_TWO);
    await enter(page, name);
    await result(page, "White mates in 40");
    assert.equal(await page.locator("#hint").innerText(), "The longest win of KRKN.");
  }
  await enter(page, "KBK");
  await page.locator("#hint", { hasText: "Nobody can win KBK." }).waitFor();
  await result(page, "Draw: neither side can mate");
});

test("messages go when they are no longer true", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  await page.locator(".move").first().waitFor();
  const hint = page.locator("#hint");
  await drag(page, at(page, "a1"), at(page, "b2"));
  await hint.getByText(/not a legal move/).waitFor();
  await page.keyboard.press("ArrowRight");
  assert.equal(await hint.innerText(), "");
  await page.getByLabel("Place a white queen").click();
  await hint.getByText(/Click squares to place the queen/).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await hint.innerText(), "");
  await enter(page, "hello");
  await page.locator("#fen-error", { hasText: /eight ranks/ }).waitFor();
  await page.locator("#fen").press("Backspace");
  assert.equal(await page.locator("#fen-error").innerText(), "");
  assert.equal(await fenOf(page), "hell");
  await result(page, "White mates in \\d"); // of the position on the board
  await page.click("#tab-find");
  await page.fill("#find-endgame", "KXK");
  await page.keyboard.press("Enter");
  await page.locator("#find-error", { hasText: /such as KRKN/ }).waitFor();
  await page.fill("#find-endgame", "KRK");
  assert.equal(await page.locator("#find-error").innerText(), "");
});

for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
  test(`the name of many men does not break the headline: ${viewport.width} pixels`, async () => {
    const page = await open({ fen: "qqqqqqqk/rrrrrrrr/8/8/8/8/QQQQQQQQ/RRRRRRRK w - - 0 1", viewport, refusals: true });
    await page.locator("#endgame-name:not(:empty), #result-detail:not(:empty)").first().waitFor();
    const title = await page.locator("#result-title").boundingBox();
    assert.ok(title && title.width > 200 && title.height < 80, JSON.stringify(title));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    await shot(page, `many-men-${viewport.width}`);
  });
}

test("the board is flipped, and the word is Flip", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  await page.getByRole("button", { name: "Flip", exact: true }).click();
  const [a1, h8] = [await at(page, "a1").boundingBox(), await at(page, "h8").boundingBox()];
  assert.ok(a1 && h8 && a1.x > h8.x && a1.y < h8.y);
});
