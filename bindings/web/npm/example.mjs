// Solves king and rook against king and knight: counts, and best play of one position.

import { Solver } from "drawproof-solver";

const solver = await Solver.start();
const { white_to_move: white, mutual_zugzwangs: zugzwangs } = solver.stats("KRKN");
console.log(`KRKN, White to move: ${white.wins} wins, ${white.draws} draws, ${white.losses} losses`);
console.log(`mutual zugzwangs: ${zugzwangs}`);

const fen = "8/2R5/8/8/7k/3K4/8/4n3 w - - 0 1";
console.log(`${fen}: mate in ${solver.standard(fen).dtm} plies`);
console.log(solver.mainline(fen).mainline.map(({ san }) => san).join(" "));
