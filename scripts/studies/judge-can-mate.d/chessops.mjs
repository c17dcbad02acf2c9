// chessops: hasInsufficientMaterial() of both colours, as a rule of `drawproof verify --command`. For each 64th
// position, isInsufficientMaterial() must agree for both colours.

import assert from 'node:assert/strict';
import { Chess } from 'chessops/chess';
import { parseBoardFen } from 'chessops/fen';
import { answerLines } from './answer_lines.mjs';

const position = Chess.default();

answerLines((fen, number) => {
  position.board = parseBoardFen(fen.slice(0, fen.indexOf(' '))).unwrap();
  const unable = [position.hasInsufficientMaterial('white'), position.hasInsufficientMaterial('black')];
  if (number % 64 === 0) assert.equal(position.isInsufficientMaterial(), unable[0] && unable[1]);
  return unable;
});
