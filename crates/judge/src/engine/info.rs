//! What an engine reports while it searches: its `info` lines.

use std::str;

use crate::answer::{AtDepth, Score};

/// The depths that are kept at most; engines stop at 127 or 245.
const DEPTHS: usize = 256;

/// What the `info` lines of one search have reported so far, the first line of play only.
#[derive(Debug, Default)]
pub(super) struct Reported {
    exact: Option<Score>,
    /// The last score with `lowerbound` or `upperbound`.
    bound: Option<Score>,
    /// The depth of the last line with a score.
    pub depth: Option<u32>,
    /// The nodes of the last line with a count.
    pub nodes: Option<u64>,
    /// By rising depth, the last exact score of each.
    pub by_depth: Vec<AtDepth>,
}

impl Reported {
    /// The last exact score; the last bound where all scores are bounds.
    pub fn score(&self) -> Option<Score> {
        self.exact.or(self.bound)
    }

    /// Takes in a line, the word `info` left out. Unknown words and values that are no numbers are
    /// skipped.
    pub fn note(&mut self, line: &[u8]) {
        let mut words =
            line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
        let (mut score, mut depth, mut nodes, mut first) = (None, None, None, None);
        let mut is_bound = false;
        while let Some(word) = words.next() {
            match word {
                b"string" => break,
                b"multipv" if number(words.next()).is_some_and(|line| line != 1) => return,
                b"depth" => depth = number(words.next()).and_then(|it| u32::try_from(it).ok()),
                b"nodes" => nodes = number(words.next()).and_then(|it| u64::try_from(it).ok()),
                b"cp" => score = number(words.next()).map(|it| Score::Cp(clamped(it))),
                b"mate" => score = number(words.next()).map(|it| Score::Mate(clamped(it))),
                b"lowerbound" | b"upperbound" => is_bound = true,
                b"pv" => first = words.next().filter(|word| looks_like_a_move(word)),
                _ => {}
            }
        }
        self.nodes = nodes.or(self.nodes);
        let Some(score) = score else { return };
        self.depth = depth.or(self.depth);
        if is_bound {
            self.bound = Some(score);
            return;
        }
        self.exact = Some(score);
        if let Some(depth) = depth {
            let first = first.and_then(|word| str::from_utf8(word).ok()).map(str::to_owned);
            self.note_depth(AtDepth { depth, nodes, score, first });
        }
    }

    fn note_depth(&mut self, at: AtDepth) {
        let count = self.by_depth.len();
        match self.by_depth.last_mut() {
            Some(last) if last.depth == at.depth => *last = at,
            // An engine that begins again, or an invented depth.
            Some(last) if last.depth > at.depth => {}
            _ if count < DEPTHS => self.by_depth.push(at),
            _ => {}
        }
    }
}

fn number(word: Option<&[u8]>) -> Option<i64> {
    str::from_utf8(word?).ok()?.parse().ok()
}

fn clamped(number: i64) -> i32 {
    number.clamp((-i32::MAX).into(), i32::MAX.into()) as i32
}

/// Whether a word has the form of a move in UCI notation.
fn looks_like_a_move(word: &[u8]) -> bool {
    let square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    match *word {
        [file, rank, to_file, to_rank] => square(file, rank) && square(to_file, to_rank),
        [file, rank, to_file, to_rank, promotion] => {
            square(file, rank) && square(to_file, to_rank) && b"nbrq".contains(&promotion)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(lines: &[&[u8]]) -> Reported {
        let mut reported = Reported::default();
        lines.iter().for_each(|line| reported.note(line));
        reported
    }

    #[test]
    fn an_exact_score_counts_before_a_later_bound() {
        let search = reported(&[
            b"depth 3 seldepth 5 multipv 1 score cp 31 nodes 50 nps 9 pv e2e4 e7e5",
            b"depth 4 score cp 90 lowerbound nodes 80 pv e2e4",
            b"depth 4 currmove e2e4 currmovenumber 1",
            b"nodes 99 time 3",
        ]);
        assert_eq!(search.score(), Some(Score::Cp(31)));
        assert_eq!((search.depth, search.nodes), (Some(4), Some(99)));
        let first = Some("e2e4".to_owned());
        let only = AtDepth { depth: 3, nodes: Some(50), score: Score::Cp(31), first };
        assert_eq!(search.by_depth, [only]);
        let search =
            reported(&[b"depth 1 score upperbound cp -7", b"depth 1 score mate -2 upperbound"]);
        assert_eq!(search.score(), Some(Score::Mate(-2)));
    }

    #[test]
    fn other_lines_of_play_and_nonsense_are_skipped() {
        let search = reported(&[
            b"depth 2 multipv 1 score cp 5",
            b"depth 9 multipv 2 score cp 700 nodes 3",
            b"string score cp 100",
            b"score cp 1.5 depth x nodes -4 pv \xff\0",
            b"score cp",
            b"",
        ]);
        assert_eq!(
            (search.score(), search.depth, search.nodes),
            (Some(Score::Cp(5)), Some(2), None)
        );
        let far = reported(&[b"score cp 99999999999 depth 1", b"score cp -99999999999 depth 2"]);
        assert_eq!(far.score(), Some(Score::Cp(-i32::MAX)));
        let restarted =
            reported(&[b"depth 5 score cp 1", b"depth 1 score cp 2", b"depth 5 score cp 3"]);
        let depths: Vec<_> = restarted.by_depth.iter().map(|at| (at.depth, at.score)).collect();
        assert_eq!(depths, [(5, Score::Cp(3))]);
    }
}
