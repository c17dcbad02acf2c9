// chess.js: isInsufficientMaterial(), which claims a dead position, as a rule of `drawproof verify --command`.
//
// The function reads only the board, which is filled directly, because load() takes most of the time. For each
// 64th position, a game from load() must have the same board and answer the same.

import assert from 'node:assert/strict';
import { Chess } from 'chess.js';
import { answerLines } from './answer_lines.mjs';

const SLASH = '/'.charCodeAt(0);
const MEN = new Map([...'pnbrqkPNBRQK'].map((letter) => [
  letter.charCodeAt(0),
  { type: letter.toLowerCase(), color: letter === letter.toLowerCase() ? 'b' : 'w' },
]));
const [filled, loaded] = [new Chess(), new Chess()];

function fill(fen) {
  const board = filled._board.fill(undefined);
  let square = 0;
  for (let i = 0; ; i++) {
    const code = fen.charCodeAt(i);
    if (code > 64) board[square++] = MEN.get(code);
    else if (code > SLASH) square += code - 48;
    else if (code === SLASH) square += 8;
    else return;
  }
}

answerLines((fen, number) => {
  fill(fen);
  const isDead = filled.isInsufficientMaterial();
  if (number % 64 === 0) {
    loaded.load(fen, { skipValidation: true });
    assert.deepEqual(filled.board(), loaded.board());
    assert.equal(isDead, loaded.isInsufficientMaterial());
  }
  return [isDead, isDead];
});
