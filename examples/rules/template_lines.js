// A template for engines in JavaScript. The rule is right: a bishop or a knight that can take the rook draws,
// and cannot win unless the other king is near a corner.
//
//     drawproof verify KRKB --command 'node examples/rules/template_lines.js'
//     drawproof verify KRKN --command 'node examples/rules/template_lines.js'
//
// The program reads one FEN per line and writes one answer per line: - (no claim), draw, white, black,
// white-or-draw (Black cannot win), draw-or-black (White cannot win), skip (not asked here), or win and loss
// for the side to move. A claim may name its branch, as here: draw @ FILE:LINE. Replace the section "engine" with
// yours, and keep the rest.

// ---- Branches: each is named by the line that declares it ----

function here() {
  const folder = process.cwd();
  const file = process.argv[1].startsWith(folder) ? process.argv[1].slice(folder.length + 1) : process.argv[1];
  return ` @ ${file}:${/:(\d+):\d+\)?$/m.exec(new Error().stack.split('\n')[2])[1]}`;
}

const minorTakes = here();
const rookIsSafe = here();

// ---- Engine: a mailbox of 64 squares, a8 = 0 and h1 = 63, with letters as in a FEN ----

const file = (square) => square % 8;
const rank = (square) => square >> 3;
const files = (a, b) => Math.abs(file(a) - file(b));
const ranks = (a, b) => Math.abs(rank(a) - rank(b));
const distance = (a, b) => Math.max(files(a, b), ranks(a, b));

function bishopAttacks(board, from, to) {
  if (files(from, to) !== ranks(from, to)) return false;
  const step = Math.sign(file(to) - file(from)) + 8 * Math.sign(rank(to) - rank(from));
  for (let square = from + step; square !== to; square += step) {
    if (board[square] !== '.') return false;
  }
  return true;
}

function claim(fen) {
  const end = fen.indexOf(' ');
  const side = fen[end + 1];
  const board = Array(64).fill('.');
  for (let at = 0, square = 0; at < end; at++) {
    const letter = fen[at];
    if (letter >= '1' && letter <= '8') square += Number(letter);
    else if (letter !== '/') board[square++] = letter;
  }
  const white = board.includes('R');
  const find = (letter, isWhite) => board.indexOf(isWhite ? letter.toUpperCase() : letter);
  const [rook, strongKing, weakKing] = [find('r', white), find('k', white), find('k', !white)];
  const [knight, bishop] = [find('n', !white), find('b', !white)];
  if (side !== (white ? 'w' : 'b')) {
    const kingTakes = distance(weakKing, rook) === 1 && distance(strongKing, rook) > 1;
    const isAttacked = knight >= 0
      ? files(knight, rook) * ranks(knight, rook) === 2
      : bishopAttacks(board, bishop, rook);
    if (kingTakes || isAttacked) return 'draw' + minorTakes;
  }
  const nearEdge = (line) => Math.min(line, 7 - line) <= 1;
  if (nearEdge(file(strongKing)) && nearEdge(rank(strongKing))) return '-';
  return (white ? 'white-or-draw' : 'draw-or-black') + rookIsSafe;
}

// ---- Glue: answers all lines that wait at once ----

let rest = '';
process.stdin.setEncoding('ascii');
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  if (lines.length > 0) process.stdout.write(lines.map(claim).join('\n') + '\n');
});
