// A template for engines in C#. The rule is right: a bishop or a knight that can take the rook draws, and
// cannot win unless the other king is near a corner.
//
//     drawproof verify KRKB --command 'dotnet run examples/rules/template_lines.cs'
//     drawproof verify KRKN --command 'dotnet run examples/rules/template_lines.cs'
//
// The program reads one FEN per line and writes one answer per line: - (no claim), draw, white, black,
// white-or-draw (Black cannot win), draw-or-black (White cannot win), skip (not asked here), or win and loss
// for the side to move. A claim may name its branch, as here: draw @ FILE:LINE. Replace the class Engine with yours,
// and keep the rest. 'dotnet run FILE' needs .NET 10; with an older one, put the file into a project.

using System;
using System.Runtime.CompilerServices;
using System.Text;

/// Branches, each named by the line that declares it.
static class Branches
{
    public static readonly string MinorTakes = Here();
    public static readonly string RookIsSafe = Here();

    static string Here([CallerLineNumber] int line = 0) => $" @ examples/rules/template_lines.cs:{line}";
}

/// A mailbox of 64 squares, a8 = 0 and h1 = 63, with letters as in a FEN and 0 for an empty square.
class Engine
{
    readonly char[] board = new char[64];
    bool whiteToMove;

    public void Set(string fen)
    {
        Array.Clear(board, 0, 64);
        int at = 0, square = 0;
        for (; fen[at] != ' '; at++)
        {
            if (fen[at] == '/') continue;
            if (fen[at] <= '8') square += fen[at] - '0';
            else board[square++] = fen[at];
        }
        whiteToMove = fen[at + 1] == 'w';
    }

    public string Claim()
    {
        bool rookIsWhite = Find('R') >= 0;
        int rook = Find(rookIsWhite ? 'R' : 'r');
        int strongKing = Find(rookIsWhite ? 'K' : 'k'), weakKing = Find(rookIsWhite ? 'k' : 'K');
        int bishop = Find(rookIsWhite ? 'b' : 'B'), knight = Find(rookIsWhite ? 'n' : 'N');
        if (whiteToMove != rookIsWhite)
        {
            bool kingTakes = Distance(weakKing, rook) == 1 && Distance(strongKing, rook) > 1;
            bool bishopTakes = bishop >= 0 && BishopAttacks(bishop, rook);
            bool knightTakes = knight >= 0 && Files(knight, rook) * Ranks(knight, rook) == 2;
            if (kingTakes || bishopTakes || knightTakes) return "draw" + Branches.MinorTakes;
        }
        if (NearEdge(strongKing % 8) && NearEdge(strongKing / 8)) return "-";
        return (rookIsWhite ? "white-or-draw" : "draw-or-black") + Branches.RookIsSafe;
    }

    bool BishopAttacks(int from, int to)
    {
        if (Files(from, to) != Ranks(from, to)) return false;
        int step = (to - from) / Files(from, to);
        for (int square = from + step; square != to; square += step)
        {
            if (board[square] != 0) return false;
        }
        return true;
    }

    int Find(char letter) => Array.IndexOf(board, letter);

    static bool NearEdge(int line) => line <= 1 || line >= 6;

    static int Files(int a, int b) => Math.Abs(a % 8 - b % 8);

    static int Ranks(int a, int b) => Math.Abs(a / 8 - b / 8);

    static int Distance(int a, int b) => Math.Max(Files(a, b), Ranks(a, b));
}

/// Answers all lines that wait at once.
static class Program
{
    static void Main()
    {
        var engine = new Engine();
        var input = Console.OpenStandardInput();
        var output = Console.OpenStandardOutput();
        var bytes = new byte[1 << 16];
        string rest = "";
        for (int count; (count = input.Read(bytes, 0, bytes.Length)) > 0;)
        {
            string[] lines = (rest + Encoding.ASCII.GetString(bytes, 0, count)).Split('\n');
            rest = lines[lines.Length - 1];
            var answers = new StringBuilder();
            for (int line = 0; line < lines.Length - 1; line++)
            {
                engine.Set(lines[line]);
                answers.Append(engine.Claim()).Append('\n');
            }
            byte[] text = Encoding.ASCII.GetBytes(answers.ToString());
            output.Write(text, 0, text.Length);
            output.Flush();
        }
    }
}
