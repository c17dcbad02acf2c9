//! Studies games: reads them, looks their positions up in batches, and counts what they lose.

use std::{
    io::{self, Read, Write},
    sync::atomic::{AtomicBool, Ordering},
};

use drawproof_board::{Board, Move, notation::display_san_move, notation::display_uci_move};
use drawproof_pgn::{Games, Problem};
use drawproof_recognizers::{Claim, Position, for_endgame};
use drawproof_tables::{Wdl, probe::successors};

use crate::{
    annotate::{Item, annotated, epd_line},
    course::{Course, Throw, players},
    error::GamesError,
    filter::PositionFilter,
    findings::{Findings, ThrownMove},
    input::text_of,
    positions::Positions,
    tally::RuleTally,
    truth::Truths,
};

/// The number of positions looked up together: few at first, so that an interrupt soon leaves
/// results.
const FIRST_BATCH: usize = 20_000;
const BATCH_MAX: usize = 300_000;
/// The number of positions looked up together if all moves of each position are looked up, too.
const BATCH_OF_MOVES: usize = 20_000;
/// The maximum number of bytes of text that wait for a batch.
const TEXT_BYTES_MAX: usize = 16 << 20;

/// A function that returns the claims of the user's rule about positions, in the same order.
pub type Ask<'e> = dyn Fn(&[Position]) -> Result<Vec<Claim>, GamesError> + 'e;

/// The options of a study of games.
#[derive(Default)]
pub struct Options<'e> {
    /// The condition that counted positions must meet; `None` to count all positions.
    pub filter: Option<PositionFilter>,
    /// The function that asks the user's rule; `None` to ask the built-in rules.
    pub ask: Option<Box<Ask<'e>>>,
    /// The maximum number of result-throwing moves to keep. The most expensive ones are kept.
    pub examples: usize,
    /// Whether to count, for each position, the moves played and the points thrown away.
    pub by_position: bool,
    /// The output for a line of EPD about each move that throws a result away.
    pub epd: Option<Box<dyn Write + 'e>>,
    /// The output for the games with comments and glyphs.
    pub annotated: Option<Box<dyn Write + 'e>>,
}

/// A study of games: counts the points that moves throw away in endgames.
pub struct Study<'e> {
    truths: Truths<'e>,
    options: Options<'e>,
    stop: &'e AtomicBool,
    findings: Findings,
    batch: Vec<Item>,
    /// The number of positions in the batch, followed by the number of bytes of text.
    batch_positions: usize,
    batch_bytes: usize,
    batch_max: usize,
}

impl<'e> Study<'e> {
    /// Begins a study. With a `player`, only that player's games count. The study ends early once
    /// `stop` is set.
    pub fn new(
        truths: Truths<'e>,
        player: Option<String>,
        options: Options<'e>,
        stop: &'e AtomicBool,
    ) -> Study<'e> {
        let mut findings = Findings::new(player);
        findings.positions = options.by_position.then(Positions::default);
        let batch_max = FIRST_BATCH;
        let (batch, batch_positions, batch_bytes) = (Vec::new(), 0, 0);
        Study { truths, options, stop, findings, batch, batch_positions, batch_bytes, batch_max }
    }

    /// Reads games, which may be compressed. `report` receives the problem of each game that cannot
    /// be read. Returns whether to continue, which is false once `stop` is set.
    ///
    /// # Errors
    /// Fails if the games cannot be read, a table cannot be read or solved, or an output cannot be written.
    pub fn read(
        &mut self,
        input: impl Read,
        report: &mut dyn FnMut(&Problem),
    ) -> Result<bool, GamesError> {
        let keeps_text = self.options.annotated.is_some();
        let mut games = Games::new(text_of(input)?, usize::MAX);
        if keeps_text {
            games = games.keeping_text();
        }
        while !self.stop.load(Ordering::Relaxed) {
            let Some(mut game) = games.next_game()? else {
                if keeps_text {
                    self.push(games.rest(), Vec::new(), None);
                }
                return Ok(true);
            };
            game.problem.iter().for_each(&mut *report);
            let (text, marks) = (std::mem::take(&mut game.text), std::mem::take(&mut game.marks));
            let is_studied = self.findings.count(&game, &players(&game));
            let number = self.findings.account.read;
            let course = Course::of(&game, number, self.truths.men_max()).filter(|_| is_studied);
            if course.is_some() || keeps_text {
                self.push(text, marks, course);
            }
            let is_full = self.batch_positions >= self.batch_max;
            if (is_full || self.batch_bytes >= TEXT_BYTES_MAX) && !self.work_off()? {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Ends the study and returns its findings.
    ///
    /// # Errors
    /// Fails if a table cannot be read or solved, or an output cannot be written.
    pub fn end(mut self) -> Result<Findings, GamesError> {
        self.findings.complete = !self.stop.load(Ordering::Relaxed) && self.work_off()?;
        let waiting = self.batch.iter().filter(|it| it.course.is_some()).count();
        self.findings.account.unstudied += waiting as u64;
        let outputs = [self.options.epd.as_mut(), self.options.annotated.as_mut()];
        outputs.into_iter().flatten().try_for_each(|out| out.flush())?;
        Ok(self.findings)
    }

    fn push(&mut self, text: Vec<u8>, marks: Vec<usize>, course: Option<Course>) {
        self.batch_positions += course.as_ref().map_or(0, |it| it.boards.len());
        self.batch_bytes += text.len();
        self.batch.push(Item { text, marks, course, choices: Vec::new() });
    }

    /// Studies the games of the batch. Returns whether to continue.
    fn work_off(&mut self) -> Result<bool, GamesError> {
        let mut batch = std::mem::take(&mut self.batch);
        match self.look_up(&mut batch) {
            Ok(()) => {}
            Err(GamesError::Stopped) => {
                self.batch = batch;
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
        self.ask_rules(&batch)?;
        for item in &batch {
            self.add(item)?;
        }
        let is_of_moves = self.options.annotated.is_some();
        self.batch_max =
            if is_of_moves { BATCH_OF_MOVES } else { BATCH_MAX.min(self.batch_max * 2) };
        (self.batch_positions, self.batch_bytes) = (0, 0);
        Ok(true)
    }

    /// Looks up all positions of the games, and the moves that matter.
    fn look_up(&mut self, batch: &mut [Item]) -> Result<(), GamesError> {
        let mut courses: Vec<&mut Course> =
            batch.iter_mut().filter_map(|it| it.course.as_mut()).collect();
        let boards: Vec<Board> = courses.iter().flat_map(|it| it.boards.iter().cloned()).collect();
        let mut known = self.truths.look_up(&boards)?.into_iter();
        for course in &mut courses {
            course.known = known.by_ref().take(course.boards.len()).collect();
        }
        if let Some(filter) = &mut self.options.filter {
            filter.mark(&mut courses, self.truths.store())?;
        }
        let all = self.options.annotated.is_some();
        let mut wanted = Vec::new();
        for (number, item) in batch.iter_mut().enumerate() {
            let Some(course) = &item.course else { continue };
            item.choices = vec![Vec::new(); course.boards.len()];
            let throws = course.stretches().into_iter().flat_map(|it| course.throws(it.places));
            match all {
                true => wanted.extend((0..course.moves.len()).map(|place| (number, place))),
                false => wanted.extend(throws.map(|throw| (number, throw.place))),
            }
        }
        let mut after = Vec::new();
        let mut moves = Vec::new();
        for &(number, place) in &wanted {
            let course = batch[number].course.as_ref().expect("it has wanted positions");
            for (mv, board) in successors(&course.boards[place]) {
                moves.push((number, place, mv));
                after.push(board);
            }
        }
        let known = self.truths.look_up(&after)?;
        for ((number, place, mv), known) in moves.into_iter().zip(known) {
            let result = known.map(|it| it.result().reversed());
            batch[number].choices[place].extend(result.map(|result| (mv, result)));
        }
        Ok(())
    }

    /// Asks the rule about the positions that count.
    fn ask_rules(&mut self, batch: &[Item]) -> Result<(), GamesError> {
        let mut asked = Vec::new();
        for course in batch.iter().filter_map(|it| it.course.as_ref()) {
            for stretch in course.stretches() {
                let has_rule = self.options.ask.is_some()
                    || for_endgame(&stretch.endgame.to_string()).is_some();
                let places = stretch.places.filter(|&it| has_rule && course.counts[it]);
                asked.extend(places.map(|place| (stretch.endgame, course, place)));
            }
        }
        let positions =
            |&(_, course, place): &(_, &Course, usize)| Position::from(&course.boards[place]);
        let positions: Vec<Position> = asked.iter().map(positions).collect();
        let claims = match &self.options.ask {
            Some(ask) if !positions.is_empty() => ask(&positions)?,
            _ => positions.iter().map(drawproof_recognizers::recognize).collect(),
        };
        for ((endgame, course, place), claim) in asked.into_iter().zip(claims) {
            let found = of_claim(course, place, claim);
            self.findings.endgame_mut(endgame).rule += &found;
            self.findings.total.rule += &found;
        }
        Ok(())
    }

    /// Adds the results of a game to the findings, and writes the game and its throws to the
    /// outputs.
    fn add(&mut self, item: &Item) -> Result<(), GamesError> {
        if let Some(course) = &item.course
            && self.findings.add(course)
        {
            for stretch in course.stretches() {
                let name = stretch.endgame.to_string();
                for throw in course.throws(stretch.places.clone()) {
                    self.add_throw(thrown(course, throw, &name, &item.choices[throw.place]))?;
                }
                if let Some(positions) = &mut self.findings.positions {
                    let is_played = |it: &usize| course.counts[*it] && *it < course.moves.len();
                    for place in stretch.places.filter(is_played) {
                        let lost = course.throws(place..place + 1).map(Throw::half_points).sum();
                        positions.add(&course.boards[place], course.moves[place], lost);
                    }
                }
            }
        }
        match &mut self.options.annotated {
            Some(out) => Ok(out.write_all(&annotated(item))?),
            None => Ok(()),
        }
    }

    fn add_throw(&mut self, thrown: ThrownMove) -> io::Result<()> {
        if let Some(epd) = &mut self.options.epd {
            epd.write_all(epd_line(&thrown).as_bytes())?;
        }
        let (kept, examples) = (&mut self.findings.thrown, self.options.examples);
        let place = kept.partition_point(|it| it.half_points >= thrown.half_points);
        if place < examples {
            kept.insert(place, thrown);
            kept.truncate(examples);
        }
        Ok(())
    }
}

/// Returns the tally of one claim about a position of a game.
fn of_claim(course: &Course, place: usize, claim: Claim) -> RuleTally {
    let allows = |result: Wdl| {
        let of_result = match result {
            Wdl::Win => Claim::WIN,
            Wdl::Draw => Claim::DRAW,
            Wdl::Loss => Claim::LOSS,
        };
        claim.bits() & of_result.bits() != 0
    };
    let Some(known) = course.known[place].filter(|_| claim != Claim::NOT_ASKED) else {
        return RuleTally::default();
    };
    let is_right = allows(known.result());
    let throw = place.checked_sub(1).and_then(|before| course.throws(before..place).next());
    let shows = |throw: &Throw| is_right && !allows(throw.from.reversed());
    RuleTally {
        asked: 1,
        claims: u64::from(claim.is_made()),
        wrong: u64::from(!is_right),
        saved: throw.filter(shows).map_or(0, Throw::half_points),
    }
}

/// Describes a throw; `choices` are the moves with their results.
fn thrown(course: &Course, throw: Throw, endgame: &str, choices: &[(Move, Wdl)]) -> ThrownMove {
    let (board, mv) = (&course.boards[throw.place], course.moves[throw.place]);
    let right: Vec<Move> =
        choices.iter().filter(|(_, result)| *result == throw.from).map(|(mv, _)| *mv).collect();
    ThrownMove {
        game: course.number,
        ply: (course.plies_before + throw.place + 1) as u64,
        fen: board.to_string(),
        endgame: endgame.to_owned(),
        played: display_uci_move(board, mv).to_string(),
        san: display_san_move(board, mv),
        right: right.iter().map(|&mv| display_uci_move(board, mv).to_string()).collect(),
        right_san: right.iter().map(|&mv| display_san_move(board, mv)).collect(),
        from: throw.from.word(),
        to: throw.to.word(),
        clock: board.halfmove_clock(),
        players: course.players.each_ref().map(|it| it.name.clone()),
        half_points: throw.half_points(),
    }
}
