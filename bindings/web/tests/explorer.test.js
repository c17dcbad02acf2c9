// The explorer in a real browser: positions, moves, answers, panels, access. `browser.js` describes the setup.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { format, parse } from "../page/fen.js";
import "./board.js";
import {
  at, AXE, drag, expect, fenOf, KPK, LONGEST, MATE_IN_TWO, open, PHONE, PROMOTION, replace, result, said, shot, shownMoves, SOURCE, WIDE,
} from "./browser.js";
import "./drill.js";
import "./entry.js";
import "./walking.js";

test("a position is set up by mouse: from the trays, moved, off the board", async () => {
  const page = await open({ fen: LONGEST });
  await page.click("#clear");
  await result(page, "Set up a position");
  await drag(page, page.getByLabel("Place a white king"), at(page, "f6"));
  await drag(page, page.getByLabel("Place a black king"), at(page, "h7"));
  await drag(page, page.getByLabel("Place a white rook"), at(page, "b1"));
  await drag(page, page.getByLabel("Place a white queen"), at(page, "c3"));
  await page.click("#mode-set");
  await drag(page, at(page, "c3"), null);
  await drag(page, at(page, "h7"), at(page, "h8"));
  await drag(page, at(page, "b1"), at(page, "a1"));
  await result(page, "White mates in 2");
  assert.equal(await fenOf(page), MATE_IN_TWO);
  assert.match(page.url(), /#fen=7k\/8\/5K2\/8\/8\/8\/8\/R7_w_-_-_0_1$/);
  await page.goBack();
  await result(page, "White mates in 40");
});

test("men are placed by choosing them and then squares, and a side has one king", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  await page.getByLabel("Place a white king").click();
  await at(page, "f7").click();
  await page.getByLabel("Place a white king").click();
  await page.getByLabel("Remove men").click();
  await at(page, "a1").click();
  await result(page, "Draw: neither side can mate");
  assert.equal(await fenOf(page), "7k/5K2/8/8/8/8/8/8 w - - 0 1");
});

test("moves are played to checkmate by dragging and clicking, and undone", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  await result(page, "White mates in 2");
  assert.match(await page.locator(".moves.win").innerText(), /Winning/);
  await drag(page, at(page, "f6"), at(page, "a8"));
  assert.match(await page.locator("#hint").innerText(), /not a legal move/);
  await drag(page, at(page, "f6"), at(page, "f7"));
  await result(page, "White mates in 1");
  await page.locator(".move[data-uci='h8h7']").click();
  await result(page, "White mates in 1");
  await at(page, "a1").click();
  assert.ok((await at(page, "h1").getAttribute("class"))?.includes("target"));
  await at(page, "h1").click();
  await result(page, "Checkmate: White has won");
  assert.equal(await page.locator("#line-moves").innerText().then((text) => text.replace(/\s+/g, " ")), "1. Kf7 Kh7 2. Rh1#");
  await shot(page, "checkmate-1280");
  await page.keyboard.press("ArrowLeft");
  await result(page, "White mates in 1");
  await page.click("#line-end");
  await result(page, "Checkmate: White has won");
  await page.goBack();
  await result(page, "White mates in 1");
});

test("a pawn asks what it becomes", async () => {
  const page = await open({ fen: PROMOTION });
  await result(page, "White mates in \\d+");
  await at(page, "a7").click();
  await at(page, "a8").click();
  await page.locator("#promotion").getByLabel("rook").click();
  await page.locator("#line-moves", { hasText: "a8=R" }).waitFor();
  assert.equal(await fenOf(page), "R7/8/8/8/8/1k6/8/K7 b - - 0 1");
});

test("best play runs to the end of the line, with pauses", async () => {
  const page = await open({ fen: LONGEST });
  await result(page, "White mates in 40");
  await page.locator("#line-moves li").nth(78).waitFor();
  await page.locator("#line-speed").fill("6");
  await page.click("#line-play");
  await page.locator("#line-moves [aria-current]").waitFor();
  await page.getByLabel("Pause").click();
  const paused = await fenOf(page);
  await page.waitForTimeout(400);
  assert.equal(await fenOf(page), paused);
  await page.click("#line-end");
  await result(page, "Checkmate: White has won");
  assert.equal(await page.locator("#line-moves li.played").count(), 79);
  await page.click("#line-start");
  assert.equal(await fenOf(page), LONGEST);
});

if (SOURCE !== "worker") {
  test("best play is the line of the headline, and the line by DTZ is beside it", async () => {
    const page = await open({ fen: KPK });
    const steps = (/** @type {string} */ text) =>
      text.split(" ").map((step) => ({ uci: step.split(":")[1], san: step.split(":")[0] }));
    await replace(page, "/mainline", () => ({
      body: { mainline: steps("Ra5:a1a5"), mate_line: steps("Kg6:f6g6 Kg8:h8g8 Ra8#:a1a8"), winner: "w" },
    }));
    await page.fill("#fen", MATE_IN_TWO);
    await page.keyboard.press("Enter");
    await result(page, "White mates in 2");
    await page.locator("#line-moves", { hasText: "Ra8#" }).waitFor();
    assert.equal(await page.locator("#line-moves li").count(), 3);
    await page.click("#line-dtz");
    await page.locator("#line-moves", { hasText: "Ra5" }).waitFor();
    assert.equal(await page.locator("#line-dtz").getAttribute("aria-pressed"), "true");
    await page.click("#line-dtm");
    await page.locator("#line-moves", { hasText: "Ra8#" }).waitFor();
  });

  test("a table that is not solved yet is asked for again, and the FEN is not at fault", async () => {
    const page = await open({ fen: KPK });
    let busy = true;
    let left = 8;
    await page.route((url) => url.pathname.endsWith("/standard"), (route) =>
      busy ? route.fulfill({ status: 503, body: `KRK is being solved, ${left} tables to go` }) : route.fallback(),
    );
    await page.fill("#fen", MATE_IN_TWO);
    await page.keyboard.press("Enter");
    await result(page, "No answer yet");
    assert.equal(await page.locator("#result-detail").innerText(), "KRK is being solved, 8 tables to go.");
    assert.equal(await page.locator("#fen").getAttribute("aria-invalid"), null);
    left = 2; // asked for by the page
    await page.locator("#result-detail", { hasText: "2 tables" }).waitFor();
    assert.ok(await page.locator("#progress-bar").isVisible());
    assert.equal(await page.locator("#progress-bar").evaluate((bar) => /** @type {HTMLProgressElement} */ (bar).value), 0.75);
    await shot(page, "waiting-1280");
    // Another position is not disturbed by the one that waits.
    await page.fill("#fen", "hello");
    await page.keyboard.press("Enter");
    await result(page, "No answer");
    assert.ok(await page.locator("#progress").isHidden());
    await page.waitForTimeout(1500);
    await result(page, "No answer");
    await page.fill("#fen", MATE_IN_TWO);
    await page.keyboard.press("Enter");
    await result(page, "No answer yet");
    busy = false;
    await page.click("#retry");
    await result(page, "White mates in 2");
    assert.equal(await page.locator("#endgame-name").innerText(), "KRK");
    assert.ok((await page.locator("#retry").isHidden()) && (await page.locator("#progress").isHidden()));
  });

  test("an answer that comes after a wrong FEN does not cover it, and a damaged table is no wrong FEN", async () => {
    const page = await open({ fen: KPK });
    /** @type {() => void} */
    let release = () => {};
    const released = new Promise((resolve) => {
      release = () => resolve(null);
    });
    await page.route((url) => url.pathname.endsWith("/standard"), async (route) => {
      await released;
      await route.fallback();
    });
    await page.fill("#fen", MATE_IN_TWO);
    await page.keyboard.press("Enter");
    await page.fill("#fen", "hello");
    await page.keyboard.press("Enter");
    await result(page, "No answer");
    release();
    await page.waitForTimeout(300);
    await result(page, "No answer");
    await replace(page, "/standard", () => ({ status: 500, body: "KRK.dpt is damaged" }));
    await page.fill("#fen", LONGEST);
    await page.keyboard.press("Enter");
    await page.locator("#result-detail", { hasText: "KRK.dpt is damaged." }).waitFor();
    assert.equal(await page.locator("#fen").getAttribute("aria-invalid"), null);
    expect((text) => text.includes("status of 500"));
  });
}

test("nothing of a position is left over the next one while that is solved, and its solve is ended", async () => {
  const page = await open({ fen: "8/8/3ppp2/2k5/8/8/3Q4/6K1 w - - 0 1" });
  await page.click("#source-worker");
  await result(page, "No table has this position");
  await page.fill("#fen", "8/8/8/2k5/8/8/r2QB3/6K1 w - - 0 1");
  await page.keyboard.press("Enter");
  const { title, ...rest } = await said(page);
  assert.ok(["…", "No answer yet"].includes(title), title);
  assert.deepEqual(rest, { detail: "", endgame: "KQBKR", rest: 0 });
  await result(page, "No answer yet");
  await page.locator("#progress-text", { hasText: /^Solving KQBKR: table \d+ of 14$/ }).waitFor();
  await shot(page, "solving-1280");
  // The five men would take twenty seconds.
  await page.fill("#fen", KPK);
  await page.keyboard.press("Enter");
  assert.deepEqual(await said(page), { title: "…", detail: "", endgame: "KPK", rest: 0 });
  await page.locator("#result-title", { hasText: "Draw" }).waitFor({ timeout: 10_000 });
  assert.ok(await page.locator("#progress").isHidden());
});

test("a move says its result at once, without the moves of the position before", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  await page.locator(".move[data-uci='f6f7']").waitFor();
  await page.click("#tab-rules");
  await page.route((url) => url.pathname.endsWith("/standard"), () => {});
  await page.click("#line-forward");
  if (SOURCE !== "worker") {
    const detail = "2 plies to mate (DTM), 2 plies to the next capture or pawn move (DTZ)";
    assert.deepEqual(await said(page), { title: "White mates in 1", detail, endgame: "KRK", rest: 0 });
  }
});

test("a bad address clears the old result, and positions are turned, mirrored and given out", async () => {
  const page = await open({ fen: LONGEST });
  await result(page, "White mates in 40");
  await page.locator("#line-moves li").nth(78).waitFor();
  await page.evaluate(() => {
    location.hash = "#fen=8/8/nonsense";
  });
  await result(page, "No answer");
  assert.match(await page.locator("#fen-error").innerText(), /eight ranks/);
  for (const gone of [".move", "#line-moves button", "#can-mate *"]) {
    assert.equal(await page.locator(gone).count(), 0, gone);
  }
  assert.equal(await page.locator("#endgame-name").innerText(), "");
  await page.fill("#fen", MATE_IN_TWO);
  await page.keyboard.press("Enter");
  await result(page, "White mates in 2");
  assert.match(String(await page.locator("#analysis").getAttribute("href")), /analysis\/standard\/7k\/8/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#copy-pgn");
  await page.locator("#hint", { hasText: "The PGN is copied." }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^\[SetUp "1"\]\n\[FEN "7k\/8\/5K2\/8\/8\/8\/8\/R7 w - - 0 1"\]\n\n1\. /);
  await page.click("#swap");
  assert.equal(await fenOf(page), "r7/8/8/8/8/5k2/8/7K b - - 0 1");
  await page.click("#mirror");
  assert.equal(await fenOf(page), "7r/8/8/8/8/2k5/8/K7 b - - 0 1");
  for (const button of await page.locator(".left .more > *").all()) {
    assert.match(await button.innerText(), /^[A-Z]\w/, "each button says what it does");
  }
});

/**
 * A PGN read and written by the page, with the position on its board, or the sentence why it cannot be read.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} pgn
 * @returns {Promise<{ pgn: string, fen: string } | string>}
 */
const rewritten = (page, pgn) =>
  page.evaluate(async (text) => {
    const { gameOf, readPgn, writePgn } = await import(new URL("pgn.js", document.baseURI).href);
    try {
      const game = gameOf(await readPgn(text));
      return { pgn: await writePgn(game), fen: game.fen };
    } catch (error) {
      return error.message;
    }
  }, pgn);

test("other moves are variations, which are gone to, given out and removed", async () => {
  const page = await open({ fen: MATE_IN_TWO });
  await page.locator(".move[data-uci='f6f7']").click();
  await page.locator(".move[data-uci='h8h7']").click();
  await page.locator(".move[data-uci='a1h1']").click();
  await result(page, "Checkmate: White has won");
  await page.click("#line-start");
  await page.locator(".move[data-uci='a1a7']").click();
  await page.locator(".move[data-uci='h8g8']").click();
  await result(page, "White mates in 3");
  await page.locator("#line-moves li.ahead").first().waitFor();
  assert.match(await shownMoves(page), /^1. Kf7 \( 1. Ra7 Kg8 2. .*# \) 1… Kh7 2. Rh1#$/);
  await page.locator("#line-moves button", { hasText: "Rh1#" }).click();
  await result(page, "Checkmate: White has won");
  assert.equal(await shownMoves(page), "1. Kf7 ( 1. Ra7 Kg8 ) 1… Kh7 2. Rh1#");
  await shot(page, "variations-1280");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#copy-pgn");
  await page.locator("#hint", { hasText: "copied" }).waitFor();
  const pgn = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(pgn, `[SetUp "1"]\n[FEN "${MATE_IN_TWO}"]\n\n1. Kf7 (1. Ra7 Kg8) 1... Kh7 2. Rh1# *\n`);
  assert.deepEqual(await rewritten(page, pgn), { pgn, fen: MATE_IN_TWO });
  await page.locator("#line-moves button", { hasText: "Ra7" }).click();
  await page.click("#line-remove");
  await result(page, "White mates in 2");
  assert.equal(await shownMoves(page), "1. Kf7 Kh7 2. Rh1#");
  await page.goBack();
  assert.match(await shownMoves(page), /Ra7/);
});

test("a game is pasted, and opens where tables begin", async () => {
  const page = await open({ fen: KPK, refusals: true });
  const moves = "1. e4 {best} e5 2. Nf3 $1 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 Nxe4!? *";
  const game = await rewritten(page, `[Event "x"]\n\n${moves}\n\n1. d4 *`);
  assert.deepEqual(game, {
    pgn: "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6 3. Bb5 a6 4. Ba4\nNf6 5. O-O Nxe4 *\n",
    fen: "r1bqkb1r/1ppp1ppp/p1n5/4p3/B3n3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6",
  });
  assert.equal(format(parse(game.fen)), game.fen);
  const five = await rewritten(page, '[FEN "7k/8/5K2/8/8/8/1pp5/R1R5 w - - 0 1"] 1. Rxc2 b1=N');
  assert.equal(five.fen, "7k/8/5K2/8/8/8/1pR5/R7 b - - 0 1");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `[FEN "${MATE_IN_TWO}"]\n\n1. Kf7 ; quickest\n1... Kh7 *`);
  await page.locator("#fen").press("Control+v");
  await result(page, "White mates in 2");
  assert.match(await shownMoves(page), /^1. Kf7 Kh7/);
  await page.fill("#fen", "1. e4 e5 2. Ke3");
  await page.keyboard.press("Enter");
  await page.locator("#fen-error", { hasText: "The PGN cannot be read: line 1: move 2: not a legal move: 'Ke3'." }).waitFor();
});

test("the games of a PGN are listed, with the moves that threw a result away", { skip: SOURCE !== "server" }, async () => {
  const page = await open({ fen: KPK });
  const queen = '[White "A"]\n[Black "B"]\n[FEN "8/1P6/k7/8/K7/8/8/8 w - - 0 1"]\n\n1. b8=Q 1/2-1/2';
  await page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "games.pgn"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
  }, `[FEN "${MATE_IN_TWO}"]\n\n1. Kf7 Kh7 2. Rh1# 1-0\n\n${queen}`);
  await result(page, "White mates in 2");
  assert.deepEqual(await page.locator("#games-list button").allInnerTexts(), ["? – ?: 1-0", "A – B: 1/2-1/2"]);
  await page.click("#games-throws");
  await page.locator("#games-about", { hasText: "1 throw." }).waitFor();
  await page.locator("#games-list button", { hasText: "1. b8=Q: a win becomes a draw" }).click();
  await result(page, "White mates in 7");
  assert.equal(await fenOf(page), "8/1P6/k7/8/K7/8/8/8 w - - 0 1");
  assert.match(await shownMoves(page), /^1. b8=Q/);
  await shot(page, "games-1280");
});

test("what people and programs write is read and given out in canonical notation", async () => {
  const page = await open({ fen: KPK, refusals: true });
  const e4 = "1. e4 *";
  for (const [text, expected] of [
    ['[Event "a \\"b\\""]\n\n1. e4 *', e4],
    ["1. e4$1 *", e4],
    ["1. Nf3± d5+- *", "1. Nf3 d5 *"],
    ["1. e4 N e5 D *", "1. e4 e5 *"],
    ["1. e4 a6 2. e5 d5 3. exd6 e.p. *", "1. e4 a6 2. e5 d5 3. exd6 *"],
    ["1. e4 1…e5 *", "1. e4 e5 *"],
    ["1. e4 ½-½", e4],
    ["1. e4 1–0", e4],
    ["[Round 3]\n\n1. e4 *", e4],
    ["1. e4 -- *", e4],
    ["1. e4 Z0 *", e4],
    ['{a comment} [Event "a"]\n\n1. e4 *', e4],
    ['[Event "a"]\n\n1. e4\n\n[Event "b"]\n\n1. d4 *', e4],
    ["1. Ng1f3 Nf6 *", "1. Nf3 Nf6 *"],
    ["1. e4 a6 2. e5 d5 3. exd6ep *", "1. e4 a6 2. e5 d5 3. exd6 *"],
    ["1. f3 e5 2. g4 Qh4++ *", "1. f3 e5 2. g4 Qh4# *"],
    [`[FEN "${PROMOTION}"] 1. a8Q *`, `[SetUp "1"]\n[FEN "${PROMOTION}"]\n\n1. a8=Q *`],
  ]) {
    assert.equal((await rewritten(page, text)).pgn, `${expected}\n`, text);
  }
  assert.equal(await rewritten(page, "[Variant Chess960]\n1. O-O"), "the PGN is not a game of standard chess");
});

test("a draw has a line that keeps it", async () => {
  const page = await open({ fen: KPK });
  await result(page, "Draw");
  await page.locator("#line-about", { hasText: "keep the draw" }).waitFor();
  await page.locator("#line-moves li.ahead").nth(7).waitFor();
  await page.click("#line-end");
  await result(page, "Draw.*");
});

test("who can still mate is said, and the helpmate is added to the moves", async () => {
  const page = await open({ fen: "k7/P7/K7/8/8/8/8/8 w - - 0 1" });
  const words = page.locator("#can-mate");
  await words.getByText("Only White can still mate.").waitFor();
  assert.ok(await words.getByText("White h#2.5, 1 solution").isHidden());
  await words.locator("summary").click();
  await words.getByText("White h#2.5").click();
  assert.match(await shownMoves(page), /1. Kb5 Kb7 2. Kc5 Ka6 3. a8=Q#/);
  await page.click("#line-end");
  await result(page, "Checkmate: White has won");
  for (const [fen, said] of [
    ["4k3/8/8/8/8/8/8/4K2B w - - 0 1", "A dead position: no legal moves lead to mate."],
    [LONGEST, "Both sides can still mate."],
  ]) {
    await page.fill("#fen", fen);
    await page.keyboard.press("Enter");
    await words.getByText(said).waitFor();
  }
});

test("more men than tables have are explained", async () => {
  const page = await open({ fen: "8/8/3ppp2/2k5/8/8/3Q4/6K1 w - - 0 1" });
  await result(page, "No table has this position");
  for (const [fen, said] of [
    ["8/8/3ppp2/2k5/8/8/3Q4/6K1 w - - 0 1", "6 men are more than tables have: five, or six with two pawns at most. An analysis board can look further."],
    ["8/8/3pp3/2k5/8/8/r2QB3/6K1 w - - 0 1", "7 men are more than tables have: five, or six with two pawns at most. An analysis board can look further."],
    ["8/8/3np3/2k5/4p3/8/3Q4/6K1 w - - 0 1", "Six men with two pawns at most are answered from their table file, which ‘drawproof generate’ makes on the server."],
  ]) {
    await page.fill("#fen", fen);
    await page.keyboard.press("Enter");
    await page.locator("#result-detail", { hasText: said }).waitFor();
  }
  assert.equal(await page.locator("#line-moves").innerText(), "There is no line without a table.");
  assert.equal(await page.locator("#fen").getAttribute("aria-invalid"), null);
});

if (SOURCE === "server") {
  test("the line of five men mates on the move of the headline", async () => {
    const page = await open({ fen: "8/8/8/2k5/8/8/r2QB3/6K1 w - - 0 1" });
    await page.locator("#result-title", { hasText: /^White mates in 8$/ }).waitFor({ timeout: 120_000 });
    await page.locator("#line-moves", { hasText: "#" }).waitFor();
    assert.match(await shownMoves(page), /^1. Qxa2 .* 8. \S+#$/);
    assert.equal(await page.locator("#line-dtm").innerText(), "Shortest mate (DTM)");
    await page.click("#line-dtz");
    await page.locator("#line-dtz[aria-pressed='true']").waitFor();
    assert.match(await shownMoves(page), /#$/);
    assert.equal(await page.locator("#can-mate").innerText(), "Who can still mate?");
  });
}

test("the board stays in view beside long panels", async () => {
  const page = await open({ fen: LONGEST });
  await page.click("#tab-endgame");
  await page.locator("#panel-endgame .histogram").first().waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok((await page.evaluate(() => scrollY)) > 100);
  const box = await page.locator("#board").boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= WIDE.height, JSON.stringify(box));
});

test("the endgame's statistics lead to a mutual zugzwang", async () => {
  const page = await open({ fen: KPK });
  await page.click("#tab-endgame");
  await page.locator("#panel-endgame", { hasText: "Longest win: mate in 28" }).waitFor();
  assert.match(await page.locator(".zugzwangs h3").innerText(), /160/);
  await page.getByText("Show some of them").click();
  await page.locator("#zugzwang-boards button").first().click();
  const before = await page.locator("#result-title").innerText();
  const fen = await fenOf(page);
  await page.click(fen.includes(" w ") ? "#turn-b" : "#turn-w");
  await page.waitForFunction((old) => document.querySelector("#result-title")?.textContent !== old, before);
});

test("the reasons of a rule are read and drawn on the board", async () => {
  const page = await open({ fen: LONGEST });
  await page.click("#tab-rules");
  const reasons = page.locator(".reason");
  await reasons.first().waitFor();
  assert.match(await page.locator("#panel-rules").innerText(), /makes no claim/);
  const held = page.locator(".reason.holds").first();
  await held.click();
  assert.equal(await held.getAttribute("aria-expanded"), "true");
  const chip = page.locator(".chips:not([hidden]) .chip").first();
  await chip.click();
  const squares = Number(await chip.locator(".count").innerText());
  assert.equal(await page.locator(".square.reason-square").count(), squares);
  assert.equal(await page.locator(".square.reason-chosen").count(), 1);
  await shot(page, "reason-1280");
  await page.click("#tab-moves");
  assert.equal(await page.locator(".square.reason-square, .square.reason-man").count(), 0);
});

test("a mate in N is found, and put on the board when it is chosen", async () => {
  const page = await open({ fen: LONGEST, refusals: true });
  await page.click("#tab-find");
  await page.fill("#find-endgame", "krk");
  await page.fill("#find-moves", "7");
  await page.selectOption("#find-side", "w");
  await page.click("#find-form button[type=submit]");
  await page.locator("#find-boards button").first().waitFor();
  assert.equal(await fenOf(page), LONGEST, "the board is the person's");
  await page.locator("#find-boards button").first().click();
  await result(page, "White mates in 7");
  assert.match(await page.locator("#find-count").innerText(), /[\d,]+ positions, \d+ of them at random/);
  if (SOURCE !== "worker") {
    const condition = page.locator("#find-where");
    assert.equal(await condition.inputValue(), "white to move and dtm = 13");
    await page.check("input[value=zugzwang]");
    assert.equal(await condition.inputValue(), "white to move and zugzwang");
    await condition.fill("dtm = 31 and wk in (a1, h1) and not check");
    await page.keyboard.press("Enter");
    await page.locator("#find-boards button").first().click();
    await result(page, "White mates in 16");
    assert.match(await page.locator("#find-count").innerText(), /positions?/);
    await shot(page, "find-1280");
    assert.equal(await page.locator("input[name=kind]:checked").count(), 0);
    await page.selectOption("#find-side", "b");
    assert.match(await condition.inputValue(), /^dtm = 31/, "what was edited stays");
    await condition.fill("win and nothing");
    await page.keyboard.press("Enter");
    await page.locator("#find-error.place").waitFor();
    assert.match(await page.locator("#find-error").innerText(), /column 9\n {2}win and nothing\n {10}\^/);
    await shot(page, "find-error-1280");
  } else {
    assert.match(await page.locator("#find-no-conditions").innerText(), /drawproof serve/);
    assert.equal(await page.locator("#find-where").isVisible(), false);
  }
  await page.fill("#find-endgame", "KXK");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#find-error").innerText(), /such as KRKN/);
});

test("links open positions, and the browser goes back and forward", async () => {
  const page = await open({ address: `?fen=${encodeURIComponent(MATE_IN_TWO)}` });
  await result(page, "White mates in 2");
  await page.fill("#fen", LONGEST);
  await page.keyboard.press("Enter");
  await result(page, "White mates in 40");
  await page.goBack();
  await result(page, "White mates in 2");
  await page.goForward();
  await result(page, "White mates in 40");
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#fen=${MATE_IN_TWO.replaceAll(" ", "_")}`);
  await result(page, "White mates in 2");
});

test("a bad FEN is answered by a sentence beside it", async () => {
  const page = await open({ fen: LONGEST, refusals: true });
  const cases = /** @type {[string, RegExp][]} */ ([
    ["hello", /eight ranks/],
    ["8/2R5/8/8/7k/3K4/8/4x3 w - - 0 1", /not a man/],
    ["8/2R5/8/8/7k/3K4/8/4n4 w - - 0 1", /Rank 1/],
    ["8/2R5/8/8/7k/3K4/8/4n3 x - - 0 1", /side to move/],
    ["8/8/8/8/8/2R5/8/3Kk3 w - - 0 1", /kings touch/],
    ["4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", /in check/],
    ["P3k3/8/8/8/8/8/8/4K3 w - - 0 1", /pawn/],
    ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", /castling/i],
  ]);
  for (const [fen, expected] of cases) {
    await page.fill("#fen", fen);
    await page.keyboard.press("Enter");
    const error = page.locator("#fen-error", { hasText: expected });
    await error.waitFor();
    assert.equal(await page.locator("#fen").getAttribute("aria-invalid"), "true");
  }
  await page.fill("#fen", MATE_IN_TWO);
  await page.keyboard.press("Enter");
  await result(page, "White mates in 2");
  assert.equal(await page.locator("#fen-error").innerText(), "");
});

test("everything works from the keyboard", async () => {
  const page = await open({ fen: LONGEST });
  await result(page, "White mates in 40");
  await page.keyboard.press("?");
  await page.locator("#help[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("3");
  assert.equal(await page.locator("#tab-endgame").getAttribute("aria-selected"), "true");
  await page.keyboard.press("1");
  await page.keyboard.press("ArrowRight");
  await page.locator("#line-moves [aria-current]", { hasText: "Ke2" }).waitFor();

  await page.focus("#clear");
  await page.keyboard.press("Enter");
  await page.focus("#turn-b");
  await page.keyboard.press("Tab"); // to the board, which is one stop
  assert.equal(await focused(page), "e4");
  for (const key of ["ArrowUp", "ArrowUp", "ArrowRight", "Shift+K", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "k", "Home"]) {
    await page.keyboard.press(key);
  }
  for (let rank = 0; rank < 7; rank += 1) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Shift+R");
  await result(page, "White mates in 2");
  assert.equal(await fenOf(page), MATE_IN_TWO);

  await page.keyboard.press("s");
  await page.keyboard.press("Enter"); // in "Play": takes the rook, and moves it up a square
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator("#line-moves", { hasText: "Ra2" }).waitFor();
  assert.match((await at(page, "a2").getAttribute("aria-label")) ?? "", /a2, white rook/);
});

/** @param {import("playwright-core").Page} page */
const focused = (page) => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.dataset.square);

test("a finger sets up and plays on a phone, and nothing is wider than the window", async () => {
  for (const width of [360, 400]) {
    const page = await open({ fen: MATE_IN_TWO, viewport: { width, height: 780 }, hasTouch: true, isMobile: true });
    await result(page, "White mates in 2");
    await at(page, "f6").tap();
    await at(page, "f7").tap();
    await result(page, "White mates in 1");
    await page.getByLabel("Place a black pawn").tap();
    await at(page, "c5").tap();
    await page.getByLabel("Place a black pawn").tap();
    assert.match(await fenOf(page), /2p5/);
    for (const tab of ["rules", "endgame", "find", "moves"]) {
      await page.locator(`#tab-${tab}`).tap();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }
  }
});

test("dark colours follow the system until they are chosen", async () => {
  const page = await open({ fen: LONGEST, colorScheme: "dark" });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.click("#theme");
  assert.equal(await theme(), "light");
  await page.reload();
  assert.equal(await theme(), "light");
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const viewport of [WIDE, PHONE]) {
    test(`nothing hinders access: ${colorScheme}, ${viewport.width} pixels`, async () => {
      const page = await open({ fen: LONGEST, viewport, colorScheme, reducedMotion: "reduce", bypassCSP: true });
      await page.addScriptTag({ content: await readFile(AXE, "utf8") });
      for (const tab of ["moves", "rules", "endgame", "find"]) {
        await page.click(`#tab-${tab}`);
        await page.locator(`#panel-${tab} > *`).first().waitFor();
        await shot(page, `${tab}-${viewport.width}-${colorScheme}`);
        const part = tab === "moves" ? "html" : `#panel-${tab}`;
        const violations = await page.evaluate(async (root) => (await /** @type {any} */ (window).axe.run(root)).violations, part);
        assert.deepEqual(violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), []);
      }
      await page.click("#drill-start");
      await shot(page, `drill-${viewport.width}-${colorScheme}`);
      const violations = await page.evaluate(async () => (await /** @type {any} */ (window).axe.run("html")).violations);
      assert.deepEqual(violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html]), []);
      await page.click("#drill-stop");
      await page.click("#help-open");
      await shot(page, `help-${viewport.width}-${colorScheme}`);
    });
  }
}
