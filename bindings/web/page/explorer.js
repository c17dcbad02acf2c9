// The explorer: what a person does on the board becomes a position, and the answers about it are shown.

import { AnswerError } from "./answers.js";
import { BestPlay } from "./best-play.js";
import { Board } from "./board.js";
import { CanMatePanel } from "./can-mate-panel.js";
import { byId, hold, release } from "./dom.js";
import { checked, EMPTY, endgameName, format, incomplete, kindName, mirrored, other, parse, placeMan, setUp, side, sideName, swapped } from "./fen.js";
import { Game, link, linkedFen } from "./game.js";
import { LinePanel } from "./line-panel.js";
import { showMoves } from "./moves-panel.js";
import { gameOf, isPgn, readPgn, writePgn } from "./pgn.js";
import { choosePromotion } from "./promotion.js";
import { PATIENCE } from "./requests.js";
import { Tray } from "./tray.js";
import { result } from "./words.js";

/** @typedef {import("./fen.js").Man} Man */
/** @typedef {import("./fen.js").Position} Position */
/** @typedef {import("./answers.js").Move} Move */

/** What a refusal is about: men that are missing, a wrong position, tables that will come, all else. */
const TITLES = { incomplete: "Set up a position", wrong: "No answer", later: "No answer yet", fault: "No answer" };

/** Milliseconds until a position without a table is asked about again. */
const PAUSE = 1000;

/** White mates in 40: the longest win of KRKN. */
const FIRST = "8/2R5/8/8/7k/3K4/8/4n3 w - - 0 1";

export class Explorer {
  /**
   * @param {import("./requests.js").Requests} requests
   * @param {(fen: string, state: "asked" | "answered" | "refused") => void} changed  Called for each position on the
   *   board, and when it is answered or refused.
   */
  constructor(requests, changed) {
    this.requests = requests;
    this.changed = changed;
    this.game = new Game(linkedFen(location) ?? FIRST);
    /** @type {"play" | "set"} */
    this.mode = "play";
    /** @type {string | null} The square of the man that was taken up. */
    this.selected = null;
    /** @type {Move[] | "awaited" | "refused"} Legal moves of the position on the board. */
    this.moves = "awaited";
    /** The position that they are the moves of. */
    this.movesOf = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} Until it is said that there is no answer yet. */
    this.patience = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} Until a position without a table is asked about again. */
    this.retry = undefined;
    /** The most tables that were to go before there is an answer. */
    this.tables = 0;
    /** Whether the last entry of the browser's history is a position that is being set up. */
    this.editing = false;

    this.board = new Board(byId("board", HTMLElement), {
      pick: (square) => this.pick(square),
      drag: (from, to) => this.dragged(from, to),
      lift: (square) => this.select(square),
      release: () => this.select(null),
      type: (man, square) => this.edit((men) => placeMan(men, man, square)),
    });
    this.tray = new Tray(byId("tray-white", HTMLElement), byId("tray-black", HTMLElement), this.board, {
      drop: (man, square) => square && this.edit((men) => placeMan(men, man, square)),
      choose: (tool) => this.chosen(tool),
    });
    this.line = new LinePanel({
      go: (at) => this.go(at),
      goTo: (node) => this.goTo(node),
      at: () => this.game.at,
      count: () => this.game.shown.length,
      playing: (on) => byId("result-title", HTMLElement).parentElement?.setAttribute("aria-live", on ? "off" : "polite"),
    });
    this.bestPlay = new BestPlay(requests, { game: () => this.game, show: (empty) => this.line.show(this.game, empty) });
    this.canMate = new CanMatePanel(requests, (steps) => this.addLine(steps));
    this.fen = byId("fen", HTMLInputElement);
    this.connect();
  }

  connect() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      byId(id, HTMLButtonElement).addEventListener("click", action);
    click("mode-play", () => this.setMode("play"));
    click("mode-set", () => this.setMode("set"));
    click("turn-w", () => this.setTurn("w"));
    click("turn-b", () => this.setTurn("b"));
    click("flip", () => this.board.flip());
    click("clear", () => this.empty());
    byId("fen-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(this.fen.value);
    });
    this.fen.addEventListener("paste", (event) => {
      // The field would put its lines into one.
      const text = event.clipboardData?.getData("text") ?? "";
      if (isPgn(text)) {
        event.preventDefault();
        this.open(text);
      }
    });
    click("copy", () => void this.copy("link", new URL(link(this.game.fen), location.href).href));
    click("copy-fen", () => void this.copy("FEN", this.game.fen));
    click("copy-pgn", () => void this.copy("PGN", writePgn(this.game)));
    click("line-remove", () => this.remove());
    click("swap", () => this.open(format(swapped(parse(this.game.fen)))));
    click("mirror", () => this.open(format(mirrored(parse(this.game.fen)))));
    click("retry", () => this.askAgain());
    window.addEventListener("popstate", (event) => this.returnTo(event.state));
  }

  // Positions

  /** Sets up what comes from outside: a FEN that was typed, an example, a PGN. @param {string} text */
  open(text) {
    this.line.pause();
    if (isPgn(text)) {
      void this.openPgn(text);
      return;
    }
    let game;
    try {
      game = new Game(checked(text));
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : String(error), "wrong");
      return;
    }
    if (game.fen !== this.game.fen || this.game.at > 0) {
      this.openGame(game);
    } else {
      this.show(true);
    }
  }

  /** @param {string} text */
  async openPgn(text) {
    clearTimeout(this.retry);
    try {
      const read = await this.requests.ask("game", `game ${text}`, () => readPgn(text));
      if (read) {
        this.openGame(gameOf(read));
      }
    } catch (error) {
      this.refuse(reasonOf(error), error instanceof AnswerError && error.status === 400 ? "wrong" : "fault");
    }
  }

  /** @param {Game} game */
  openGame(game) {
    this.game = game;
    this.editing = false;
    this.remember(true);
    this.show(true);
  }

  /** The position of the address, or the first one. */
  start() {
    const fen = linkedFen(location) ?? FIRST;
    try {
      this.game.reset(checked(fen));
      this.remember(false);
      this.show(false);
    } catch (error) {
      this.game.reset(EMPTY);
      this.show(false);
      this.fen.value = fen;
      this.refuse(error instanceof Error ? error.message : String(error), "wrong");
    }
  }

  /** @param {import("./game.js").Saved | null} saved */
  returnTo(saved) {
    this.line.pause();
    this.editing = false;
    if (saved) {
      this.game.restore(saved);
      this.show(true);
    } else {
      this.start();
    }
  }

  /** @param {boolean} entry  Whether the browser's history gets a new entry. */
  remember(entry) {
    const url = location.pathname + link(this.game.fen);
    if (entry) {
      history.pushState(this.game.save(), "", url);
    } else {
      history.replaceState(this.game.save(), "", url);
    }
  }

  /**
   * Changes the men by hand.
   *
   * @param {(men: Map<string, Man>, position: Position) => void} change
   * @param {"play" | "set"} mode  The mode afterwards.
   */
  edit(change, mode = this.mode) {
    this.line.pause();
    const position = setUp(parse(this.game.fen));
    change(position.men, position);
    const fen = format(position);
    if (fen !== this.game.fen) {
      this.game.reset(fen);
      this.remember(!this.editing);
      this.editing = true;
    }
    this.setMode(mode);
    this.show(false);
  }

  empty() {
    this.edit((men, position) => {
      men.clear();
      position.turn = "w";
    }, "set");
  }

  /** @param {"w" | "b"} turn */
  setTurn(turn) {
    this.edit((_, position) => {
      position.turn = turn;
    });
  }

  /** @param {number} at  Moves of the list on the board. */
  go(at) {
    this.game.go(at);
    this.remember(false);
    this.show(true);
  }

  /** @param {import("./game.js").MoveNode} node  A position of the tree. */
  goTo(node) {
    this.game.goTo(node);
    this.remember(false);
    this.show(true);
  }

  /** Adds moves after the position on the board. @param {import("./game.js").Step[]} steps */
  addLine(steps) {
    this.line.pause();
    this.game.add(steps);
    this.remember(false);
    this.bestPlay.clear("");
  }

  /** Removes the last move on the board, and what follows it. */
  remove() {
    this.line.pause();
    this.game.remove();
    this.remember(true);
    this.show(true);
  }

  /** @param {{ uci: string, san: string }} move @param {boolean} animated */
  play(move, animated = true) {
    this.line.pause();
    this.editing = false;
    this.game.play(move);
    this.remember(true);
    this.show(animated);
  }

  /** @param {string} what @param {string | Promise<string>} text  Some browsers copy only what is asked for at the click;
   * the text may come later. */
  async copy(what, text) {
    const coming = Promise.resolve(text);
    try {
      const blob = coming.then((it) => new Blob([it], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
      this.hint(`The ${what} is copied.`);
    } catch {
      this.hint(await coming.then((it) => `The browser does not let a page copy. The ${what} is ${it}`, reasonOf));
    }
  }

  // Hands

  /** @param {"play" | "set"} mode */
  setMode(mode) {
    this.mode = mode;
    byId("mode-play", HTMLButtonElement).setAttribute("aria-pressed", String(mode === "play"));
    byId("mode-set", HTMLButtonElement).setAttribute("aria-pressed", String(mode === "set"));
    document.body.classList.toggle("setting-up", mode === "set");
    this.select(null);
  }

  /** @param {import("./tray.js").Tool | null} tool */
  chosen(tool) {
    this.select(null);
    this.board.host.classList.toggle("stamping", tool !== null);
    if (tool) {
      this.hint(tool === "erase" ? "Click men to remove them." : `Click squares to place the ${kindName(tool)}.`);
    }
  }

  /** Whether men go anywhere. */
  get free() {
    return this.mode === "set" || this.moves === "refused";
  }

  /** Legal moves from a square, to a square if one is named. @param {string} from @param {string} [to] */
  legal(from, to = "") {
    return Array.isArray(this.moves) ? this.moves.filter((move) => move.uci.startsWith(from + to)) : [];
  }

  /** @param {string | null} square */
  select(square) {
    this.selected = square;
    const moves = square && !this.free ? this.legal(square) : [];
    const targets = moves.map((move) => move.uci.slice(2, 4));
    this.board.mark({
      selected: square ? [square] : [],
      target: targets.filter((to) => !this.board.men.has(to)),
      capture: targets.filter((to) => this.board.men.has(to)),
    });
  }

  /** @param {string} square */
  pick(square) {
    this.hint("");
    const tool = this.tray.chosen;
    const man = this.board.men.get(square);
    if (tool) {
      this.edit((men) => placeMan(men, tool === "erase" || men.get(square) === tool ? null : tool, square));
    } else if (this.selected === square) {
      this.select(null);
    } else if (this.selected && this.wouldMove(this.selected, square)) {
      const from = this.selected;
      this.select(null);
      void this.moveMan(from, square, true);
    } else if (man && (this.free || side(man) === parse(this.game.fen).turn)) {
      this.select(square);
    } else {
      this.select(null);
      if (man) {
        this.hint(`It is ${sideName(other(side(man)))}’s move.`);
      }
    }
  }

  /** @param {string} from @param {string} to */
  wouldMove(from, to) {
    return this.free || this.legal(from, to).length > 0;
  }

  /** @param {string} from @param {string | null} to */
  dragged(from, to) {
    this.hint("");
    if (to === null) {
      this.edit((men) => men.delete(from));
    } else if (to !== from) {
      void this.moveMan(from, to, false);
    }
  }

  /** @param {string} from @param {string} to @param {boolean} animated */
  async moveMan(from, to, animated) {
    if (this.free) {
      this.edit((men) => {
        const man = /** @type {Man} */ (men.get(from));
        men.delete(from);
        men.set(to, man);
      });
      return;
    }
    const [first, ...more] = this.legal(from, to);
    if (!first) {
      this.hint(this.moves === "awaited" ? "Still solving: the moves come in a moment." : "That is not a legal move. In “Set up”, men go anywhere.");
      return;
    }
    const fen = this.game.fen;
    const move = more.length === 0 ? first : await choosePromotion([first, ...more], parse(fen).turn);
    if (move && this.game.fen === fen) {
      this.play(move, animated);
    }
  }

  // Answers

  /** Shows the position and asks about it. Nothing of the position before is left. @param {boolean} animated */
  show(animated) {
    const { fen } = this.game;
    const position = parse(fen);
    const last = this.game.on.step;
    const known = this.knownAfter(last);
    this.moves = "awaited";
    this.requests.drop("game", "standard", "mainline", "rules");
    this.board.show(fen, animated);
    this.board.arrow(null);
    this.board.mark({ last: last ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : [], check: [] });
    this.select(null);
    this.fen.value = fen;
    this.fenError("");
    clearTimeout(this.retry);
    byId("analysis", HTMLAnchorElement).href = `https://lichess.org/analysis/standard/${fen.replaceAll(" ", "_")}`;
    for (const turn of /** @type {const} */ (["w", "b"])) {
      byId(`turn-${turn}`, HTMLButtonElement).setAttribute("aria-pressed", String(position.turn === turn));
    }
    this.line.show(this.game, "");
    const missing = incomplete(position);
    if (missing) {
      this.refuse(missing, "incomplete");
    } else {
      this.await(fen, position, known);
      void this.ask(fen, position);
    }
  }

  /** What is known of a position before it is asked about: the value of the move that led to it.
   * @param {import("./game.js").Step | null} last */
  knownAfter(last) {
    const before = this.game.on.parent?.fen;
    return Array.isArray(this.moves) && this.movesOf === before ? this.moves.find(({ uci }) => uci === last?.uci) : undefined;
  }

  /** Clears the answers. @param {string} fen @param {Position} position @param {Move | undefined} known */
  await(fen, position, known) {
    const name = endgameName(position);
    byId("endgame-name", HTMLElement).textContent = name;
    hold(byId("panel-moves", HTMLElement));
    this.canMate.clear();
    this.bestPlay.turnTo();
    this.waiting(null);
    if (known) {
      this.say(known, position);
    } else {
      this.verdict("…", "", "none");
      document.title = `${name} · drawproof`;
      this.patience = setTimeout(() => this.verdict(TITLES.later, "", "none"), PATIENCE);
    }
    this.changed(fen, "asked");
  }

  /** Says what the result is. @param {import("./answers.js").Value} value @param {Position} position */
  say(value, position) {
    const words = result(value, position);
    const winner = words.winner === "w" ? "white" : words.winner === "b" ? "black" : "";
    this.verdict(words.title, words.detail, `${words.group} ${winner}`);
    return words.group !== "unknown";
  }

  /** @param {string} fen @param {Position} position */
  async ask(fen, position) {
    const box = byId("result", HTMLElement);
    box.setAttribute("aria-busy", "true");
    try {
      const answer = await this.requests.ask("standard", `standard ${fen}`, (answers, signal) => answers.standard(fen, signal));
      if (answer) {
        box.removeAttribute("aria-busy");
        this.answered(fen, position, answer);
      }
    } catch (error) {
      const { isForNow = false, status = 0 } = error instanceof AnswerError ? error : {};
      this.refuse(reasonOf(error), isForNow ? "later" : status === 400 ? "wrong" : "fault");
    }
  }

  askAgain() {
    clearTimeout(this.retry);
    void this.ask(this.game.fen, parse(this.game.fen));
  }

  /** @param {string} fen @param {Position} position @param {import("./answers.js").Standard} answer */
  answered(fen, position, answer) {
    this.moves = answer.moves;
    this.movesOf = fen;
    this.waiting(null);
    const known = this.say(answer, position);
    if (answer.checkmate) {
      const king = [...position.men].find(([, man]) => man === (position.turn === "w" ? "K" : "k"));
      this.board.mark({ check: king ? [king[0]] : [] });
    }
    showMoves(byId("panel-moves", HTMLElement), answer.moves, {
      play: (move) => this.play(move),
      point: (move) => this.board.arrow(move?.uci ?? null),
    });
    release(byId("panel-moves", HTMLElement));
    void this.bestPlay.ask(known, answer.moves.length === 0 ? "The game is over." : known ? "" : "There is no line without a table.");
    if (known && !answer.checkmate) {
      this.canMate.offer(fen, position.men.size);
    } else {
      this.canMate.clear();
    }
    this.changed(fen, "answered");
  }

  // Refusals

  /**
   * The position, or a text that was typed, has no answer. Answers that are under way count no more.
   *
   * @param {string} reason  A sentence.
   * @param {keyof typeof TITLES} why
   */
  refuse(reason, why) {
    this.requests.drop("standard");
    clearTimeout(this.retry);
    this.moves = why === "later" ? "awaited" : "refused";
    this.select(null);
    byId("result", HTMLElement).removeAttribute("aria-busy");
    this.verdict(TITLES[why], reason, "none");
    byId("endgame-name", HTMLElement).textContent = "";
    this.canMate.clear();
    byId("panel-moves", HTMLElement).replaceChildren();
    release(byId("panel-moves", HTMLElement));
    this.bestPlay.clear("");
    this.fenError(why === "wrong" ? reason : "");
    this.waiting(why === "later" ? reason : null);
    this.changed(this.game.fen, "refused");
  }

  /** Whether the position waits for its tables: there is a button, and it is asked about again after a pause.
   * @param {string | null} reason  With the number of tables to go. */
  waiting(reason) {
    byId("retry", HTMLButtonElement).hidden = reason === null;
    if (reason === null) {
      this.tables = 0;
      this.requests.between(null);
      return;
    }
    const left = Number(/(\d+) tables to go/.exec(reason)?.[1] ?? 1);
    this.tables = Math.max(this.tables, left);
    this.requests.between({ done: this.tables - left, total: this.tables > 1 ? this.tables : 0, text: "" });
    this.retry = setTimeout(() => this.askAgain(), PAUSE);
  }

  /** @param {string} title @param {string} detail @param {string} kind  Classes. */
  verdict(title, detail, kind) {
    clearTimeout(this.patience);
    byId("result", HTMLElement).className = `result ${kind}`;
    byId("result-title", HTMLElement).textContent = title;
    byId("result-detail", HTMLElement).textContent = detail;
    document.title = `${title} · drawproof`;
  }

  /** @param {string} reason */
  fenError(reason) {
    byId("fen-error", HTMLElement).textContent = reason;
    this.fen.toggleAttribute("aria-invalid", false);
    if (reason) {
      this.fen.setAttribute("aria-invalid", "true");
    }
  }

  /** @param {string} text */
  hint(text) {
    byId("hint", HTMLElement).textContent = text;
  }
}

/** The message of an error as a sentence. @param {unknown} error */
const reasonOf = (error) => sentence(error instanceof Error ? error.message : String(error));

/** @param {string} message */
const sentence = (message) => message.slice(0, 1).toUpperCase() + message.slice(1).replace(/[^.?!]$/, "$&.");
