// The protocol of `drawproof verify --command`: reads FENs and writes a word for each, a block at a time.
// `ask(fen, number)` returns whether White and whether Black cannot win.

const WORDS = ['-', 'draw-or-black', 'white-or-draw', 'draw'];

export function answerLines(ask) {
  let rest = '';
  process.stdin.setEncoding('ascii');
  process.stdin.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    let answers = '';
    for (let number = 0; number < lines.length; number++) {
      const [white, black] = ask(lines[number], number);
      answers += WORDS[Number(white) + 2 * Number(black)] + '\n';
    }
    if (answers) process.stdout.write(answers);
  });
}
