// A page of the explorer in a real browser, for tests. tests/outside/check-web sets environment variables that
// choose the source of answers and the folder for pictures:
//
//   EXPLORER_ANSWERS  recorded (the default), server, record, or worker
//   EXPLORER_PROGRAM  path of `drawproof`, which is started for server and record
//   EXPLORER_SERVER   address of a server that runs already, to ask instead
//   EXPLORER_BROWSER  path of Chromium
//   EXPLORER_SHOTS    a folder for pictures; none are taken without it
//
// Positions and figures are those of the tables: KPK has 160 mutual zugzwangs, KRKN's longest win
// takes 40 moves.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, afterEach, before } from "node:test";

import { chromium } from "playwright-core";

import { fromAddress, fromServer, recorded, recording } from "./answers.js";
import { serve } from "./serve.js";

const {
  EXPLORER_ANSWERS: ANSWERS = "recorded",
  EXPLORER_PROGRAM: PROGRAM = "target/release/drawproof",
  EXPLORER_SERVER: SERVER,
  EXPLORER_BROWSER: BROWSER = "/usr/bin/chromium",
  EXPLORER_SHOTS: SHOTS,
} = process.env;

export const SOURCE = ANSWERS;

const RECORDED = new URL("documents.json", import.meta.url);
export const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export const MATE_IN_TWO = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
export const LONGEST = "8/2R5/8/8/7k/3K4/8/4n3 w - - 0 1";
export const PROMOTION = "8/P7/8/8/8/1k6/8/K7 w - - 0 1";
export const KPK = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 400, height: 800 };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
/** @type {Awaited<ReturnType<typeof recorded>> | null} */
let answers = null;
/** @type {import("playwright-core").BrowserContext[]} */
let contexts = [];
/** @type {string[]} What went wrong in the pages of a test. */
let complaints = [];

before(async () => {
  if (SOURCE === "recorded") {
    answers = await recorded(RECORDED);
  } else if (SOURCE !== "worker") {
    const server = SERVER ? fromAddress(SERVER) : await fromServer(PROGRAM);
    answers = SOURCE === "record" ? recording(server, RECORDED) : server;
  }
  const folder = SOURCE === "worker" ? "dist" : "page";
  site = await serve({ folder, path: "/some/where/", answer: answers?.answer ?? null });
  browser = await chromium.launch({
    executablePath: BROWSER,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
});

after(async () => {
  await browser?.close();
  await site?.close();
  await answers?.close();
});

/** Some complaints are expected. @param {(text: string) => boolean} isExpected */
export const expect = (isExpected) => {
  complaints = complaints.filter((text) => !isExpected(text));
};

afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
  const found = complaints;
  complaints = [];
  assert.deepEqual(found, [], "the console and the network have no complaints");
});

/**
 * A page in a browser without history, with its first answer.
 *
 * @param {{ fen?: string, address?: string, refusals?: boolean } & import("playwright-core").BrowserContextOptions} options
 *   `refusals`: a status of 400 is expected, which Chromium reports on the console.
 */
export async function open({ fen, address = fen ? `#fen=${fen.replaceAll(" ", "_")}` : "", refusals = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: WIDE, ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // While a table is being solved, the answer after two seconds says so, and the page asks again.
    const expected = message.text().includes("status of 503") || (refusals && message.text().includes("status of 4"));
    if (["error", "warning"].includes(message.type()) && !expected) {
      complaints.push(message.text());
    }
  });
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(site.url).host) {
      complaints.push(`a request to ${request.url()}`);
    }
  });
  await page.goto(site.url + address);
  await page.locator("#result-title:not(:text-is('…'))").waitFor();
  return page;
}

/** @param {import("playwright-core").Page} page @param {string} name */
export const at = (page, name) => page.locator(`button[data-square='${name}']`);

/** Waits until the result is this. @param {import("playwright-core").Page} page @param {string} title */
export const result = (page, title) => page.locator("#result-title", { hasText: new RegExp(`^${title}$`) }).waitFor();

/** Drags with the mouse. @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} from @param {import("playwright-core").Locator | null} to */
export async function drag(page, from, to) {
  const start = await center(from);
  const end = to ? await center(to) : { x: 640, y: 790 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

/** @param {import("playwright-core").Locator} locator */
export async function center(locator) {
  const box = await locator.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {import("playwright-core").Page} page */
export const fenOf = (page) => page.locator("#fen").inputValue();

/** @param {import("playwright-core").Page} page @param {string} name */
export async function shot(page, name) {
  if (SHOTS) {
    await page.waitForTimeout(300); // movements end
    await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: name.includes("400") });
  }
}

/** Replaces the answers of a path. @param {import("playwright-core").Page} page @param {string} path
 * @param {() => { status?: number, body: any }} answer */
export const replace = (page, path, answer) =>
  page.route((url) => url.pathname.endsWith(path), (route) => {
    const { status = 200, body } = answer();
    return route.fulfill({ status, body: typeof body === "string" ? body : JSON.stringify(body) });
  });

/** What is said of a position. @param {import("playwright-core").Page} page */
export const said = (page) =>
  page.evaluate(() => ({
    title: document.querySelector("#result-title")?.textContent,
    detail: document.querySelector("#result-detail")?.textContent,
    endgame: document.querySelector("#endgame-name")?.textContent,
    rest: document.querySelectorAll(".move, #can-mate *, #panel-rules .rule").length,
  }));

/** The moves that are shown. @param {import("playwright-core").Page} page */
export const shownMoves = (page) => page.locator("#line-moves").innerText().then((text) => text.replace(/\s+/g, " "));
