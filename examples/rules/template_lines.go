// A template for engines in Go. The rule is right: a bishop or a knight that can take the rook draws, and
// cannot win unless the other king is near a corner.
//
//	drawproof verify KRKB --command 'go run examples/rules/template_lines.go'
//	drawproof verify KRKN --command 'go run examples/rules/template_lines.go'
//
// The program reads one FEN per line and writes one answer per line: - (no claim), draw, white, black,
// white-or-draw (Black cannot win), draw-or-black (White cannot win), skip (not asked here), or win and loss
// for the side to move. A claim may name its branch, as here: draw @ FILE:LINE. Replace the section "engine" with
// yours, and keep the rest. 'go build' saves the time that 'go run' takes at each start.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// ---- Branches: each is named by the line that declares it ----

var minorTakes = here()
var rookIsSafe = here()

func here() string {
	_, _, line, _ := runtime.Caller(1)
	return fmt.Sprintf(" @ examples/rules/template_lines.go:%d", line)
}

// ---- Engine: a mailbox of 64 squares, a8 = 0 and h1 = 63, with letters as in a FEN ----

type board [64]byte

func parse(placement string) (b board) {
	square := 0
	for _, letter := range []byte(placement) {
		switch {
		case letter == '/':
		case letter <= '8':
			square += int(letter - '0')
		default:
			b[square] = letter
			square++
		}
	}
	return
}

func (b *board) find(letter byte) int { return bytes.IndexByte(b[:], letter) }

func (b *board) bishopAttacks(from, to int) bool {
	if files(from, to) != ranks(from, to) {
		return false
	}
	step := (to - from) / files(from, to)
	for square := from + step; square != to; square += step {
		if b[square] != 0 {
			return false
		}
	}
	return true
}

func claim(fen string) string {
	placement, fields, _ := strings.Cut(fen, " ")
	b := parse(placement)
	letters, strong, rookIsKept := "RKkbn", byte('w'), "white-or-draw"
	if b.find('R') < 0 {
		letters, strong, rookIsKept = "rkKBN", 'b', "draw-or-black"
	}
	rook, strongKing, weakKing := b.find(letters[0]), b.find(letters[1]), b.find(letters[2])
	bishop, knight := b.find(letters[3]), b.find(letters[4])
	if fields[0] != strong {
		kingTakes := distance(weakKing, rook) == 1 && distance(strongKing, rook) > 1
		bishopTakes := bishop >= 0 && b.bishopAttacks(bishop, rook)
		knightTakes := knight >= 0 && files(knight, rook)*ranks(knight, rook) == 2
		if kingTakes || bishopTakes || knightTakes {
			return "draw" + minorTakes
		}
	}
	if nearEdge(strongKing%8) && nearEdge(strongKing/8) {
		return "-"
	}
	return rookIsKept + rookIsSafe
}

func nearEdge(line int) bool { return line <= 1 || line >= 6 }

func files(a, b int) int { return absolute(a%8 - b%8) }

func ranks(a, b int) int { return absolute(a/8 - b/8) }

func distance(a, b int) int {
	if files(a, b) > ranks(a, b) {
		return files(a, b)
	}
	return ranks(a, b)
}

func absolute(number int) int {
	if number < 0 {
		return -number
	}
	return number
}

// ---- Glue: answers all lines that wait at once ----

func main() {
	input, output := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for {
		line, err := input.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Fprintln(output, claim(line))
		// What waits has been read: write before the next line blocks.
		if input.Buffered() == 0 {
			output.Flush()
		}
	}
}
