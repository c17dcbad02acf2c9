// Walking along the moves: the browser's history, best play and its two lines, helpmates, numbers of moves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { center, fenOf, KPK, LONGEST, MATE_IN_TWO, open, replace, result, shot, shownMoves, SOURCE } from "./browser.js";

/** A pawn whose shortest mate is not the line by the fifty-move rule. */
const TWO_LINES = "8/8/1k6/8/8/2K5/2P5/8 w - - 0 1";

test("back returns to where a walk along the moves began", async () => {
  const page = await open({ fen: LONGEST });
  await page.locator("#line-moves li").nth(78).waitFor();
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press("ArrowRight");
  }
  await page.locator("#line-moves button", { hasText: "Ke2" }).waitFor();
  const third = await fenOf(page);
  assert.notEqual(third, LONGEST);
  await page.goBack();
  assert.equal(await fenOf(page), LONGEST);
  await page.goForward();
  assert.equal(await fenOf(page), third);
  await page.click("#line-end");
  await result(page, "Checkmate: White has won");
  await page.goBack();
  assert.equal(await fenOf(page), third);
});

test("the choice of a line and best play survive stepping, the end and helpmates", async () => {
  const page = await open({ fen: TWO_LINES });
  const choice = page.locator("#line-kinds");
  const line = (/** @type {string} */ text) => page.locator("#line-moves", { hasText: text }).waitFor();
  await line("Kb4");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.ok(await choice.isVisible());
  await page.click("#line-end");
  await result(page, "Checkmate: White has won");
  assert.ok(await choice.isVisible());
  assert.equal(await page.locator("#line-moves li").count(), 39);
  await page.click("#line-dtz");
  await line("Kc4");
  assert.equal(await page.locator("#line-moves li").count(), 37);
  assert.equal(await fenOf(page), TWO_LINES, "the lines part at the first move");
  await page.click("#line-end");
  await result(page, "Checkmate: White has won");
  assert.equal(await page.locator("#line-dtz").getAttribute("aria-pressed"), "true");
  await page.click("#line-start");
  const whole = (await shownMoves(page)).replace(/^1. Kc4 /, "");
  await page.locator("#can-mate summary").click();
  await page.locator("#can-mate button").first().click();
  assert.ok(await choice.isVisible());
  assert.match(await shownMoves(page), /^1. Kc4 \( 1. .*# \) 1… Kc7/, "the helpmate is a variation of best play");
  assert.ok((await shownMoves(page)).endsWith(whole.replace(/^\S+ /, "")));
  await page.click("#line-end");
  await result(page, "Checkmate: White has won");
  assert.ok(await choice.isVisible());
  await shot(page, "helpmate-1280");
  await page.reload();
  await page.locator("#line-moves").getByText("Kc4").first().waitFor();
});

test("best play that was only walked along goes when another move is played", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  await page.locator("#line-moves li").nth(2).waitFor();
  await page.click("#line-end");
  await page.click("#line-start");
  assert.equal(await page.locator("#line-moves li.played").count(), 0);
  await page.locator(".move[data-uci='a1a7']").click();
  assert.match(await shownMoves(page), /^1. Ra7/);
  assert.equal(await page.locator("#line-moves .bracket").count(), 0);
});

test("the page does not jump while a line is played", async () => {
  const page = await open({ fen: LONGEST });
  await page.locator("#can-mate summary").waitFor();
  await page.locator("#line-moves li").nth(78).waitFor();
  const places = page.evaluate(async () => {
    const tops = new Set();
    for (let frame = 0; frame < 60; frame += 1) {
      tops.add(document.querySelector("#line-play")?.getBoundingClientRect().top);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return [...tops];
  });
  await page.locator("#line-speed").fill("6");
  await page.keyboard.press("Escape");
  await page.click("#line-play");
  assert.equal((await places).length, 1, JSON.stringify(await places));
});

test("a long line shows that it goes on", async () => {
  const page = await open({ fen: LONGEST });
  await page.locator("#line-moves.after li").nth(78).waitFor();
  await page.click("#line-end");
  await page.locator("#line-moves.before:not(.after)").waitFor();
});

if (SOURCE !== "worker") {
  test("a line that keeps a draw shows whether the draw goes on", async () => {
    const page = await open({ fen: LONGEST });
    let line = "e3d3 e5d5 d3e3 d5e5";
    await replace(page, "/mainline", () => ({
      body: { mainline: [], draw_line: line.split(" ").map((uci) => ({ uci, san: uci })), winner: null },
    }));
    const more = page.locator("#line-moves li.more");
    await page.fill("#fen", KPK);
    await page.keyboard.press("Enter");
    await more.getByText("…").waitFor(); // the position came before
    line = "e3d3 e5d5 e2e4 d5e4"; // the pawn is taken
    await page.reload();
    await page.locator("#line-moves", { hasText: "d5e4" }).waitFor();
    assert.equal(await more.count(), 0);
  });
}

test("moves and plies to mate are counted from the position on the board, in the headline and for each move", async () => {
  const page = await open({ fen: LONGEST });
  await result(page, "White mates in 40");
  assert.match(await page.locator("#result-detail").innerText(), /^79 plies to mate/);
  const rows = await page.locator(".moves.win .move").allInnerTexts();
  assert.match(rows[0].replace(/\s+/g, " "), /^Ke2 mate in 40 79 plies/);
  for (const row of rows) {
    const [, moves, plies] = /mate in (\d+)\s+(\d+) plies/.exec(row) ?? [];
    assert.equal(Number(moves), Math.ceil(Number(plies) / 2), row);
  }
});

test("a move of the line that is pointed at shows its position", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  const last = page.locator("#line-moves button", { hasText: "#" });
  await last.hover();
  await page.mouse.move(...Object.values(await center(last)).map((at) => at + 2));
  await page.locator(".preview:visible svg[aria-label*='rook h1'], .preview:visible svg[aria-label*='rook a8']").waitFor({ state: "attached" });
  await shot(page, "preview-1280");
  await page.locator("#board").hover();
  assert.ok(await page.locator(".preview").isHidden());
});
