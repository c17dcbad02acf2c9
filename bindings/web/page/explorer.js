// The explorer: turns actions on the board into positions, and shows the answers about them.

import { AnswerError } from "./answers.js";
import { BestPlay } from "./best-play.js";
import { Board } from "./board.js";
import { CanMatePanel } from "./can-mate-panel.js";
import { copied } from "./copy.js";
import { byId, hold, release } from "./dom.js";
import { Drill } from "./drill.js";
import { isGame, read } from "./entry.js";
import { checked, EMPTY, endgameName, format, incomplete, mirrored, parse, placeMan, setUp, swapped } from "./fen.js";
import { Game, link, linkedFen } from "./game.js";
import { Hands } from "./hands.js";
import { LinePanel } from "./line-panel.js";
import { bestMoves, showMoves } from "./moves-panel.js";
import { Past } from "./past.js";
import { GamesPanel } from "./games-panel.js";
import { gameOf, readPgn, writePgn } from "./pgn.js";
import { Tray } from "./tray.js";
import { Verdict } from "./verdict.js";
import { moveGroup } from "./words.js";

/** @typedef {import("./fen.js").Man} Man */
/** @typedef {import("./fen.js").Position} Position */
/** @typedef {import("./answers.js").Move} Move */

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
    this.past = new Past(() => this.game, (saved) => this.returnTo(saved));
    /** @type {Move[] | "awaited" | "refused"} Legal moves of the position on the board. */
    this.moves = "awaited";
    /** @type {import("./answers.js").Standard | null} The last answer. */
    this.answer = null;
    /** The position that the answers are about. */
    this.answerOf = "";
    /** Whether typed text has replaced the answers. */
    this.rejected = false;
    this.verdict = new Verdict(requests, () => void this.ask(this.game.fen, parse(this.game.fen)));

    this.board = new Board(byId("board", HTMLElement), {
      pick: (square) => this.hands.pick(square),
      drag: (from, to) => this.hands.dragged(from, to),
      lift: (square) => this.hands.select(square),
      release: () => this.hands.select(null),
      type: (man, square) => this.edit((men) => placeMan(men, man, square)),
    });
    this.hands = new Hands(this.board, {
      fen: () => this.game.fen,
      moves: () => this.moves,
      drilled: () => this.drill.side,
      edit: (change) => this.edit(change),
      play: (move, animated) => this.play(move, animated),
      hint: (text) => this.hint(text),
    });
    this.tray = new Tray(byId("tray-white", HTMLElement), byId("tray-black", HTMLElement), this.board, {
      drop: (man, square) => square && this.edit((men) => placeMan(men, man, square)),
      choose: (tool) => this.hands.choose(tool),
    });
    this.line = new LinePanel({
      go: (at) => this.go(at),
      goTo: (node) => this.goTo(node),
      at: () => this.game.at,
      count: () => this.game.length,
      playing: (on) => byId("result-title", HTMLElement).parentElement?.setAttribute("aria-live", on ? "off" : "polite"),
    });
    this.bestPlay = new BestPlay(requests, {
      game: () => this.game,
      show: (empty) => this.line.show(this.game, empty),
      moved: () => this.walked(),
    });
    this.canMate = new CanMatePanel(requests, (steps) => this.addLine(steps));
    this.drill = new Drill({
      game: () => this.game,
      play: (move) => this.play(move),
      takeBack: (to) => this.takeBack(to),
      drawLine: async (fen) => (await this.requests.ask("mainline", `mainline ${fen}`, (answers, signal) => answers.mainline(fen, signal)).catch(() => null))?.draw_line?.[0],
      changed: () => this.show(false),
    });
    this.games = new GamesPanel(requests, (game) => this.openGame(game));
    this.fen = byId("fen", HTMLInputElement);
    this.connect();
  }

  connect() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      byId(id, HTMLButtonElement).addEventListener("click", action);
    click("mode-play", () => this.hands.setMode("play"));
    click("mode-set", () => this.hands.setMode("set"));
    click("turn-w", () => this.setTurn("w"));
    click("turn-b", () => this.setTurn("b"));
    click("flip", () => this.board.flip());
    click("clear", () => this.empty());
    byId("fen-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(this.fen.value);
    });
    this.fen.addEventListener("input", () => this.typed());
    this.fen.addEventListener("paste", (event) => {
      // The field would join the lines of a game.
      const text = event.clipboardData?.getData("text") ?? "";
      if (isGame(text)) {
        event.preventDefault();
        this.open(text);
      }
    });
    addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    addEventListener("drop", async (event) => {
      const file = event.dataTransfer?.files[0];
      if (file) {
        event.preventDefault();
        this.open(await file.text());
      }
    });
    click("copy", () => void this.copy("link", new URL(link(this.game.fen), location.href).href));
    click("copy-fen", () => void this.copy("FEN", this.game.fen));
    click("copy-pgn", () => void this.copy("PGN", writePgn(this.game)));
    click("line-remove", () => this.takeBack(this.game.on.parent));
    click("swap", () => this.open(format(swapped(parse(this.game.fen)))));
    click("mirror", () => this.open(format(mirrored(parse(this.game.fen)))));
    click("arrows", () => this.toggleArrows());
    click("drill-start", () => this.answer && this.drill.start(this.answer));
  }

  // Positions

  /** Sets up a position from outside: typed text, an example, a PGN. @param {string} text */
  open(text) {
    this.line.pause();
    try {
      const entry = read(text);
      if ("pgn" in entry) {
        void this.openPgn(entry.pgn);
      } else if ("endgame" in entry) {
        void this.openEndgame(entry.endgame);
      } else {
        this.openFen(checked(entry.fen));
      }
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : String(error), "wrong");
      this.rejected = true;
    }
  }

  /** The text of the field changes: words about the old text no longer apply. */
  typed() {
    this.fenError("");
    if (this.rejected) {
      const { value, selectionStart } = this.fen;
      this.show(false);
      this.fen.value = value;
      this.fen.setSelectionRange(selectionStart, selectionStart);
    }
  }

  /** @param {string} fen */
  openFen(fen) {
    if (fen !== this.game.fen || this.game.at > 0) {
      this.openGame(new Game(fen));
    } else {
      this.show(true);
    }
  }

  /** @param {string} text */
  async openPgn(text) {
    try {
      const read = await this.requests.ask("game", `game ${text}`, () => readPgn(text));
      if (read) {
        this.games.show(read.games ?? []);
        this.openGame(gameOf(read));
      }
    } catch (error) {
      this.refuse(reasonOf(error), error instanceof AnswerError && error.status === 400 ? "wrong" : "fault");
    }
  }

  /** Opens the longest win of an endgame, or a position of one that nobody wins. @param {string} name */
  async openEndgame(name) {
    this.hint(`Looking for the longest win of ${name}…`);
    try {
      const stats = await this.requests.ask("game", `stats ${name}`, (answers, signal) => answers.stats(name, signal));
      if (!stats) {
        return;
      }
      const [longest] = [stats.white_to_move, stats.black_to_move].sort((a, b) => (b.longest_win_plies ?? 0) - (a.longest_win_plies ?? 0));
      this.openFen(longest.longest_win_fen ?? drawnFen(name));
      this.hint(longest.longest_win_fen ? `The longest win of ${name}.` : `Nobody can win ${name}.`);
    } catch (error) {
      this.hint("");
      this.fenError(reasonOf(error));
    }
  }

  /** @param {Game} game */
  openGame(game) {
    this.game = game;
    this.past.add("opened");
    this.drill.stop();
    this.show(true);
  }

  /** The position of the address, or the first one. */
  start() {
    const fen = linkedFen(location) ?? FIRST;
    const saved = this.past.first();
    try {
      if (saved) {
        this.game.restore(saved);
      } else {
        this.game.reset(checked(fen));
      }
      this.past.replace();
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
    this.drill.stop();
    if (saved) {
      this.game.restore(saved);
      this.show(true);
    } else {
      this.start();
    }
  }

  /**
   * Changes the men by hand, unless a drill is on.
   *
   * @param {(men: Map<string, Man>, position: Position) => void} change
   * @param {"play" | "set"} mode  The mode afterwards.
   */
  edit(change, mode = this.hands.mode) {
    if (this.drill.task) {
      return;
    }
    this.line.pause();
    const position = setUp(parse(this.game.fen));
    change(position.men, position);
    const fen = format(position);
    if (fen !== this.game.fen) {
      this.game.reset(fen);
      this.past.add("edited");
    }
    this.hands.setMode(mode);
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
    this.walked();
  }

  /** @param {import("./game.js").MoveNode} node  A position of the tree. */
  goTo(node) {
    this.game.goTo(node);
    this.walked();
  }

  walked() {
    this.past.add("walked");
    this.show(true);
  }

  /** Adds moves after the position on the board. @param {import("./game.js").Step[]} steps */
  addLine(steps) {
    this.line.pause();
    this.game.add(steps);
    this.past.replace();
    this.line.show(this.game, "");
  }

  /** Removes the moves that follow a position before that on the board. @param {import("./game.js").MoveNode | null} to */
  takeBack(to) {
    this.line.pause();
    this.game.takeBack(to);
    this.past.add("opened");
    this.show(true);
  }

  /** @param {{ uci: string, san: string }} move @param {boolean} animated */
  play(move, animated = true) {
    this.line.pause();
    this.game.play(move);
    this.past.add("opened");
    this.show(animated);
  }

  /** @param {string} what @param {string | Promise<string>} text */
  async copy(what, text) {
    this.hint(await copied(what, text).catch(reasonOf));
  }

  // Answers

  /** Shows the position and asks about it. Everything about the old position is removed. @param {boolean} animated */
  show(animated) {
    const { fen } = this.game;
    const position = parse(fen);
    const last = this.game.on.step;
    const known = this.knownAfter(last);
    this.moves = "awaited";
    this.requests.drop("game", "standard", "mainline", "rules");
    this.board.show(fen, animated);
    this.board.point("best", []);
    this.board.point("point", []);
    this.hint("");
    this.rejected = false;
    this.board.mark({ last: last ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : [], check: [] });
    this.hands.select(null);
    this.fen.value = fen;
    this.fenError("");
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

  /** The value of the move that led to a position, which is known before the position is asked about.
   * @param {import("./game.js").Step | null} last */
  knownAfter(last) {
    const isNext = this.answerOf === this.game.on.parent?.fen;
    return isNext ? this.answer?.moves.find(({ uci }) => uci === last?.uci) : undefined;
  }

  /** Clears the answers. @param {string} fen @param {Position} position @param {Move | undefined} known */
  await(fen, position, known) {
    hold(byId("panel-moves", HTMLElement));
    byId("drill-start", HTMLElement).hidden = true;
    this.canMate.await();
    this.bestPlay.turnTo();
    this.verdict.await(endgameName(position));
    if (known) {
      this.verdict.say(known, position);
    }
    this.changed(fen, "asked");
  }

  /** @param {string} fen @param {Position} position */
  async ask(fen, position) {
    this.verdict.busy(true);
    try {
      const answer = await this.requests.ask("standard", `standard ${fen}`, (answers, signal) => answers.standard(fen, signal));
      if (answer) {
        this.verdict.busy(false);
        this.answered(fen, position, answer);
      }
    } catch (error) {
      const { isForNow = false, status = 0 } = error instanceof AnswerError ? error : {};
      this.refuse(reasonOf(error), isForNow ? "later" : status === 400 ? "wrong" : "fault");
    }
  }

  /** @param {string} fen @param {Position} position @param {import("./answers.js").Standard} answer */
  answered(fen, position, answer) {
    this.moves = answer.moves;
    this.answer = answer;
    this.answerOf = fen;
    this.verdict.wait(null);
    const known = this.verdict.say(answer, position);
    if (answer.checkmate) {
      const king = [...position.men].find(([, man]) => man === (position.turn === "w" ? "K" : "k"));
      this.board.mark({ check: king ? [king[0]] : [] });
    }
    showMoves(byId("panel-moves", HTMLElement), answer.moves, {
      play: (move) => this.play(move),
      point: (move) => this.board.point("point", move ? [{ uci: move.uci, kind: moveGroup(move) }] : []),
    });
    release(byId("panel-moves", HTMLElement));
    this.drill.offer(answer);
    if (this.drill.task) {
      this.drill.answered(answer);
      return;
    }
    this.showArrows();
    void this.bestPlay.ask(known, answer.moves.length === 0 ? "The game is over." : known ? "" : "There is no line without a table.");
    if (known && !answer.checkmate) {
      this.canMate.offer(fen, position.men.size);
    } else {
      this.canMate.clear();
    }
    this.changed(fen, "answered");
  }

  /** Draws the best moves, unless that is switched off. */
  showArrows() {
    const on = byId("arrows", HTMLElement).getAttribute("aria-pressed") === "true";
    const best = on && !this.drill.task && Array.isArray(this.moves) ? bestMoves(this.moves) : [];
    this.board.point("best", best.map((move) => ({ uci: move.uci, kind: moveGroup(move) })));
  }

  toggleArrows() {
    const button = byId("arrows", HTMLButtonElement);
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    this.showArrows();
  }

  // Refusals

  /**
   * Shows that the position, or typed text, has no answer. Pending answers are ignored.
   *
   * @param {string} reason  A sentence.
   * @param {import("./verdict.js").Refusal} why
   */
  refuse(reason, why) {
    this.requests.drop("standard");
    this.moves = why === "later" ? "awaited" : "refused";
    this.hands.select(null);
    this.verdict.refuse(reason, why);
    byId("drill-start", HTMLElement).hidden = true;
    this.board.point("best", []);
    this.canMate.clear();
    byId("panel-moves", HTMLElement).replaceChildren();
    release(byId("panel-moves", HTMLElement));
    this.bestPlay.clear("");
    this.fenError(why === "wrong" ? reason : "");
    this.changed(this.game.fen, "refused");
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

/** A position of an endgame that nobody wins: kings, perhaps with a minor piece. @param {string} name */
const drawnFen = (name) => `8/8/8/3k4/8/8/8/K${name.replaceAll("K", "")}${7 - name.replaceAll("K", "").length} w - - 0 1`;

/** The message of an error as a sentence. @param {unknown} error */
const reasonOf = (error) => sentence(error instanceof Error ? error.message : String(error));

/** @param {string} message */
const sentence = (message) => message.slice(0, 1).toUpperCase() + message.slice(1).replace(/[^.?!]$/, "$&.");
