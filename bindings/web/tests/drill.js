// A position played out against the table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { at, drag, fenOf, KPK, MATE_IN_TWO, open, PHONE, PROMOTION, result, shot } from "./browser.js";

test("a won position is played out against the table, which resists as long as it can", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  await page.click("#drill-start");
  const text = page.locator("#drill-text");
  assert.equal(await page.locator("#drill-title").innerText(), "You are White: win");
  assert.match(await text.innerText(), /^Mate in 2/);
  for (const gone of ["#result", ".line", ".tabs"]) {
    assert.ok(await page.locator(gone).isHidden(), `${gone} would give the answer away`);
  }
  assert.equal(await page.locator(".arrows > *").count(), 0);
  await at(page, "f6").click();
  assert.equal(await page.locator(".to-win, .to-draw, .to-loss").count(), 0);
  await at(page, "f7").click();
  await text.getByText("1 move played. Mate in 1.").waitFor();
  await page.waitForFunction((fen) => /** @type {HTMLInputElement} */ (document.querySelector("#fen")).value === fen, "8/5K1k/8/8/8/8/8/R7 w - - 2 2");
  await page.click("#drill-back");
  await page.keyboard.press("x");
  await drag(page, at(page, "a1"), null);
  assert.equal(await fenOf(page), MATE_IN_TWO, "nothing but moves");
  await at(page, "f6").click();
  await at(page, "f7").click();
  await text.getByText("1 move played.").waitFor();
  await page.waitForTimeout(1000); // the table moves
  await at(page, "a1").click();
  await at(page, "h1").click();
  await text.getByText("Checkmate in 2 moves; the shortest way takes 2 moves.").waitFor();
  await shot(page, "drill-done-1280");
  await page.click("#drill-stop");
  await result(page, "Checkmate: White has won");
});

test("a drill says that a move threw the win away, and it is taken back", async () => {
  const page = await open({ fen: PROMOTION, viewport: PHONE });
  await page.click("#drill-start");
  await at(page, "a7").click();
  await at(page, "a8").click();
  await page.locator("#promotion").getByLabel("knight").click();
  await page.locator("#drill-text", { hasText: "That threw the win away: it is a draw now." }).waitFor();
  await shot(page, "drill-thrown-400");
  await page.keyboard.press("ArrowLeft");
  await page.locator("#drill-text", { hasText: /^Mate in/ }).waitFor();
  assert.equal(await fenOf(page), PROMOTION);
  await page.evaluate((fen) => {
    location.hash = `#fen=${fen.replaceAll(" ", "_")}`;
  }, KPK);
  await result(page, "Draw");
  assert.ok(await page.locator("#drill").isHidden(), "another position ends the drill");
});

test("the weaker side holds a draw against the table", async () => {
  const page = await open({ fen: KPK });
  await page.click("#drill-start");
  assert.equal(await page.locator("#drill-title").innerText(), "You are Black: hold the draw");
  await page.locator("#turn-b[aria-pressed='true']").waitFor({ state: "attached" });
  await at(page, "e5").click();
  await at(page, "f6").click();
  await page.locator("#drill-text", { hasText: /That threw the draw away: White (mates in \d+|wins)\.|1 move played\./ }).waitFor();
});
