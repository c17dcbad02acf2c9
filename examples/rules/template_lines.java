// A template for engines in Java. The rule is right: a bishop or a knight that can take the rook draws, and
// cannot win unless the other king is near a corner.
//
//     drawproof verify KRKB --command 'java examples/rules/template_lines.java'
//     drawproof verify KRKN --command 'java examples/rules/template_lines.java'
//
// The program reads one FEN per line and writes one answer per line: - (no claim), draw, white, black,
// white-or-draw (Black cannot win), draw-or-black (White cannot win), skip (not asked here), or win and loss
// for the side to move. A claim may name its branch, as here: draw @ FILE:LINE. Replace the class Engine with yours,
// and keep main. 'javac' before 'java' saves the time
// that compiling takes at each start; --workers N limits the number of processes.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

class Rule {
    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 16);
        var engine = new Engine();
        var answers = new StringBuilder();
        var output = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        for (String line; (line = input.readLine()) != null; ) {
            engine.set(line);
            answers.append(engine.claim()).append('\n');
            // What waits has been read: write before the next line blocks.
            if (!input.ready() || answers.length() > 1 << 15) {
                output.print(answers);
                output.flush();
                answers.setLength(0);
            }
        }
        output.print(answers);
        output.flush();
    }
}

/** Branches, each named by the line that declares it. */
class Branches {
    static final String MINOR_TAKES = here();
    static final String ROOK_IS_SAFE = here();

    private static String here() {
        return " @ examples/rules/template_lines.java:" + new Throwable().getStackTrace()[1].getLineNumber();
    }
}

/** A mailbox of 64 squares, a1 = 0 and h8 = 63, with letters as in a FEN and 0 for an empty square. */
class Engine {
    private static final int[][] DIAGONALS = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

    private final char[] board = new char[64];
    private boolean whiteToMove;

    void set(String fen) {
        java.util.Arrays.fill(board, (char) 0);
        int at = 0, square = 56;
        for (char letter; (letter = fen.charAt(at)) != ' '; at++) {
            if (letter == '/') square -= 16;
            else if (letter <= '8') square += letter - '0';
            else board[square++] = letter;
        }
        whiteToMove = fen.charAt(at + 1) == 'w';
    }

    String claim() {
        boolean rookIsWhite = find('R') >= 0;
        int rook = find(rookIsWhite ? 'R' : 'r');
        int strongKing = find(rookIsWhite ? 'K' : 'k'), weakKing = find(rookIsWhite ? 'k' : 'K');
        if (whiteToMove != rookIsWhite) {
            boolean kingTakes = distance(weakKing, rook) == 1 && distance(strongKing, rook) > 1;
            if (kingTakes || minorAttacks(rook, rookIsWhite)) return "draw" + Branches.MINOR_TAKES;
        }
        if (Math.min(file(strongKing), 7 - file(strongKing)) <= 1
                && Math.min(rank(strongKing), 7 - rank(strongKing)) <= 1) return "-";
        return (rookIsWhite ? "white-or-draw" : "draw-or-black") + Branches.ROOK_IS_SAFE;
    }

    private boolean minorAttacks(int target, boolean rookIsWhite) {
        int knight = find(rookIsWhite ? 'n' : 'N'), bishop = find(rookIsWhite ? 'b' : 'B');
        if (knight >= 0) {
            int files = Math.abs(file(knight) - file(target)), ranks = Math.abs(rank(knight) - rank(target));
            return files * ranks == 2;
        }
        for (int[] step : DIAGONALS) {
            int file = file(bishop) + step[0], rank = rank(bishop) + step[1];
            for (; (file | rank) >= 0 && file < 8 && rank < 8; file += step[0], rank += step[1]) {
                if (8 * rank + file == target) return true;
                if (board[8 * rank + file] != 0) break;
            }
        }
        return false;
    }

    private int find(char letter) {
        for (int square = 0; square < 64; square++) if (board[square] == letter) return square;
        return -1;
    }

    private static int file(int square) { return square % 8; }

    private static int rank(int square) { return square / 8; }

    private static int distance(int a, int b) {
        return Math.max(Math.abs(file(a) - file(b)), Math.abs(rank(a) - rank(b)));
    }
}
