//! Write an agent for Danno in Rust: one function, position in, decision out.
//!
//! ```text
//! mod danno;
//!
//! fn decide(question: &danno::Question) -> danno::Decision {
//!     if question.is_offer() {
//!         return danno::decline();
//!     }
//!     if question.may_bank(0) { danno::bank(0) } else { danno::roll(0) }
//! }
//!
//! fn main() {
//!     danno::play(decide);
//! }
//! ```
//!
//! The messages, and what their fields mean, are those of agent.proto; points are whole numbers in
//! units (GameStart.unit units make a point). Rust 1.63 or later; no crate is needed.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::io::FromRawFd;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

const MAX_FRAME: usize = 64 * 1024;
const BY_HAND: &str = "danno: this is an agent: a referee plays it, by pipes. In its folder, try
  danno check .
  danno match . hold";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Roll = 1,
    Bank = 2,
    Accept = 3,
    Decline = 4,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub action: Action,
    pub option: usize,
}

pub fn roll(option: usize) -> Decision {
    Decision { action: Action::Roll, option }
}

pub fn bank(option: usize) -> Decision {
    Decision { action: Action::Bank, option }
}

pub fn accept() -> Decision {
    Decision { action: Action::Accept, option: 0 }
}

pub fn decline() -> Decision {
    Decision { action: Action::Decline, option: 0 }
}

/// A value of your own that can be changed without building again: that of `parameters` in
/// agent.toml or of `danno tune`, or else the given one. Panics if it is not of that type.
pub fn parameter<T: std::str::FromStr>(name: &str, otherwise: T) -> T {
    match std::env::var(format!("DANNO_{name}")) {
        Ok(text) => text.parse().unwrap_or_else(|_| {
            let kind = match std::any::type_name::<T>() {
                "f32" | "f64" => "a number",
                "bool" => "true or false",
                _ => "a whole number",
            };
            panic!("the parameter {name} is '{text}'; expected {kind}")
        }),
        Err(_) => otherwise,
    }
}

// ---- what an agent is told ------------------------------------------------------------------------

/// A game as it began: rules, parameters, seats, the agent's own seed.
#[derive(Clone, Debug, Default)]
pub struct GameStart {
    pub game: u32,
    pub rules: String,
    pub parameters: HashMap<String, i32>,
    pub unit: u32,
    pub dice: u32,
    pub faces: String,
    pub seat: u32,
    pub seats: u32,
    pub first: u32,
    pub seed: u64,
    /// An earlier process of the agent has played a part of the game and ended.
    pub resumed: bool,
    /// The rule set, or None if `danno rules` lists it.
    pub rule_set: Option<RuleSet>,
}

/// The rules of a game by a rule file: the whole text (TOML), every pattern that scores, and the other rules
/// by key, named and valued as in the file: `traits["hot"]` is "may-roll".
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    pub text: String,
    pub patterns: Vec<Pattern>,
    pub traits: HashMap<String, String>,
}

/// Dice that score together; of a keep, its best split into such dice counts.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    pub dice: Vec<u32>,
    pub points: u32,
}

/// All that is public, and the legal options.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub game: u32,
    pub seq: u32,
    pub dice: Vec<u32>,
    pub keep: Vec<u32>,
    pub points: Vec<u32>,
    pub next_dice: Vec<u32>,
    pub may: Vec<u32>,
    pub totals: Vec<u32>,
    pub in_game: u32,
    pub turn_points: u32,
    pub locked: u32,
    pub inherited: u32,
    pub offer_points: u32,
    pub offer_dice: u32,
    pub closer: Option<u32>,
    pub forfeited: u32,
    pub unproven: bool,
    pub advice_option: Option<u32>,
    pub advice_action: u32,
    /// Busts in a row, by seat, if they have a price.
    pub busts: Vec<u32>,
}

pub const ROLLED_ON: u32 = 1;
pub const BANKED: u32 = 2;
pub const BUSTED: u32 = 3;
pub const ACCEPTED: u32 = 4;
pub const DECLINED: u32 = 5;
pub const FORFEITED: u32 = 6;
pub const WON_AT_ONCE: u32 = 7;

/// An event of another seat; `event` is one of the seven above.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub game: u32,
    pub seat: u32,
    pub event: u32,
    pub dice: Vec<u32>,
    pub kept: u32,
    pub turn_points: u32,
    pub total: u32,
}

/// `cause`: 1 finished, 2 capped, 3 all others forfeited, 4 this agent did.
#[derive(Clone, Debug, Default)]
pub struct GameEnd {
    pub game: u32,
    pub places: Vec<u32>,
    pub totals: Vec<u32>,
    pub cause: u32,
}

/// A question to the agent: the game as it began, and the question with its options.
pub struct Question<'a> {
    pub game: &'a GameStart,
    pub ask: &'a Ask,
}

impl Question<'_> {
    /// Whether accept or decline is asked; then there are no options.
    pub fn is_offer(&self) -> bool {
        self.ask.offer_dice != 0
    }
    /// How many there are; they count from 0, by falling points.
    pub fn options(&self) -> usize {
        self.ask.may.len()
    }
    pub fn may_roll(&self, option: usize) -> bool {
        self.ask.may[option] & 1 != 0
    }
    pub fn may_bank(&self, option: usize) -> bool {
        self.ask.may[option] & 2 != 0
    }
    /// Whether a bank is legal and is recorded: below the entry it may be one and not both.
    pub fn bank_counts(&self, option: usize) -> bool {
        let enough = self.turn_points(option) >= self.parameter_or("entry", 0);
        self.may_bank(option) && (self.is_in() || enough)
    }
    /// The turn points after keeping the option.
    pub fn turn_points(&self, option: usize) -> i32 {
        (self.ask.turn_points + self.ask.points[option]) as i32
    }
    /// How many dice a roll after the option throws.
    pub fn next_dice(&self, option: usize) -> usize {
        self.ask.next_dice[option] as usize
    }
    /// This seat's banked points.
    pub fn total(&self) -> i32 {
        self.ask.totals[self.game.seat as usize] as i32
    }
    /// The highest total of the others that are still in the game.
    pub fn best_other_total(&self) -> i32 {
        let others = self.ask.totals.iter().enumerate().filter(|(seat, _)| {
            *seat != self.game.seat as usize && self.ask.forfeited >> seat & 1 == 0
        });
        others.map(|(_, total)| *total as i32).max().unwrap_or(0)
    }
    /// Whether this seat has banked under the entry rule.
    pub fn is_in(&self) -> bool {
        self.ask.in_game >> self.game.seat & 1 != 0
    }
    /// Whether these are the last turns: this is the seat's last (unless official goes on).
    pub fn last_turn(&self) -> bool {
        self.ask.closer.is_some()
    }
    /// The rules of a game by a rule file; None if `danno rules` lists the rule set.
    pub fn rules(&self) -> Option<&RuleSet> {
        self.game.rule_set.as_ref()
    }
    /// A parameter of the rule set, in units. Panics where it has none of that name.
    #[track_caller]
    pub fn parameter(&self, name: &str) -> i32 {
        match self.game.parameters.get(name) {
            Some(value) => *value,
            None => {
                let known: Vec<_> = self.game.parameters.keys().map(String::as_str).collect();
                panic!(
                    "{} has no parameter '{name}'; it has {}. \
                     Where rules differ, parameter_or(\"{name}\", 0) gives 0",
                    if self.game.rules.is_empty() { "the game" } else { &self.game.rules },
                    if known.is_empty() { "none".into() } else { known.join(", ") }
                )
            }
        }
    }
    /// The same where not every rule set has the parameter.
    pub fn parameter_or(&self, name: &str, otherwise: i32) -> i32 {
        self.game.parameters.get(name).copied().unwrap_or(otherwise)
    }
}

/// The position, then a line an option; all points are in units.
impl fmt::Display for Question<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let (game, ask) = (self.game, self.ask);
        write!(out, "{}, seat {} of {}, totals", game.rules, game.seat, game.seats)?;
        ask.totals.iter().try_for_each(|total| write!(out, " {}", *total as i32))?;
        out.write_str(if self.last_turn() { ", last turn" } else { "" })?;
        if self.is_offer() {
            return write!(out, ", offer: {} points, {} dice", ask.offer_points, ask.offer_dice);
        }
        write!(out, ", turn {}, dice", ask.turn_points)?;
        ask.dice.iter().try_for_each(|die| write!(out, " {die}"))?;
        for option in 0..self.options() {
            write!(out, "\n  {option}: keep")?;
            let kept = ask.dice.iter().enumerate().filter(|(i, _)| ask.keep[option] >> i & 1 != 0);
            kept.map(|(_, die)| die).try_for_each(|die| write!(out, " {die}"))?;
            write!(out, " for {}, turn {}, ", ask.points[option], self.turn_points(option))?;
            match (self.may_roll(option), self.may_bank(option)) {
                (true, true) => write!(out, "roll {} dice or bank", self.next_dice(option))?,
                (true, false) => write!(out, "roll {} dice", self.next_dice(option))?,
                _ => out.write_str("bank")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Question<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

// ---- playing --------------------------------------------------------------------------------------

/// An agent's memory of one game; `seen` and `ended` are for those who want them.
pub trait State {
    fn decide(&mut self, question: &Question) -> Decision;
    /// Takes note of what another seat did.
    fn seen(&mut self, _seen: &Seen) {}
    fn ended(&mut self, _end: &GameEnd) {}
}

impl<F: FnMut(&Question) -> Decision> State for F {
    fn decide(&mut self, question: &Question) -> Decision {
        self(question)
    }
}

/// The agent's greeting: its name, and how many games it can hold at once.
pub struct About {
    pub name: String,
    pub version: String,
    pub games: u32,
    /// Whether it wants `seen`.
    pub seen: bool,
}

impl Default for About {
    fn default() -> Self {
        About { name: String::new(), version: String::new(), games: 1024, seen: false }
    }
}

/// Plays until the referee says goodbye or is gone. Many games are played at once, in one thread.
/// From the call on, what the program prints goes to stderr, its log.
pub fn play(decide: fn(&Question) -> Decision) {
    play_with(|_| decide, About::default())
}

/// The same with a state that is made for each game, from its GameStart.
pub fn play_with<S: State>(state: impl FnMut(&GameStart) -> S, about: About) {
    if unsafe { isatty(0) } != 0 {
        eprintln!("{}", BY_HAND);
        std::process::exit(2);
    }
    let (mut source, mut sink) = take_standard_streams();
    let mut conversation = Conversation { state, about, games: HashMap::new(), output: Vec::new() };
    let mut input = vec![0; 4 * MAX_FRAME];
    let mut end = 0;
    let mut more = true;
    while more {
        let got = source.read(&mut input[end..]).expect("stdin");
        if got == 0 {
            return;
        }
        end += got;
        // Where decide fails, the answers before count.
        let taken = catch_unwind(AssertUnwindSafe(|| conversation.take(&input[..end])));
        if sink.write_all(&conversation.output).is_err() {
            return; // the referee is gone
        }
        let used;
        (used, more) = taken.unwrap_or_else(|failure| resume_unwind(failure));
        conversation.output.clear();
        input.copy_within(used..end, 0);
        end -= used;
    }
}

extern "C" {
    fn isatty(fd: i32) -> i32;
    fn dup(fd: i32) -> i32;
    fn dup2(from: i32, to: i32) -> i32;
}

/// Takes stdin and stdout for frames. Prints of the program go to its log, and it reads end of file.
fn take_standard_streams() -> (File, File) {
    let nothing = File::open("/dev/null").expect("/dev/null");
    unsafe {
        let streams = (File::from_raw_fd(dup(0)), File::from_raw_fd(dup(1)));
        dup2(std::os::unix::io::AsRawFd::as_raw_fd(&nothing), 0);
        dup2(2, 1);
        streams
    }
}

/// One agent's side: bytes in, frames out.
struct Conversation<S, F> {
    state: F,
    about: About,
    games: HashMap<u32, (GameStart, S)>,
    output: Vec<u8>,
}

impl<S: State, F: FnMut(&GameStart) -> S> Conversation<S, F> {
    /// Answers all complete frames: how many bytes they took, and whether there is more to come.
    fn take(&mut self, input: &[u8]) -> (usize, bool) {
        let mut pos = 0;
        while let Some((begin, size)) = frame_at(&input[pos..]) {
            let frame = &input[pos + begin..pos + begin + size];
            pos += begin + size;
            for (number, value) in fields(frame) {
                if let Value::Part(part) = value {
                    if !self.hear(number, part) {
                        return (pos, false);
                    }
                }
            }
        }
        (pos, true)
    }

    /// False after Goodbye.
    fn hear(&mut self, number: u64, part: &[u8]) -> bool {
        match number {
            1 => write_ready(&mut self.output, &self.about),
            2 => {
                let start = game_start(part);
                let state = (self.state)(&start);
                self.games.insert(start.game, (start, state));
            }
            3 => {
                let ask = ask(part);
                let (start, state) = self.find(ask.game);
                let decision = state.decide(&Question { game: start, ask: &ask });
                write_answer(&mut self.output, &ask, decision);
            }
            4 if self.about.seen => {
                let seen = seen(part);
                self.find(seen.game).1.seen(&seen);
            }
            5 => {
                let end = game_end(part);
                self.find(end.game).1.ended(&end);
                self.games.remove(&end.game);
            }
            _ => {}
        }
        number != 6
    }

    fn find(&mut self, game: u32) -> &mut (GameStart, S) {
        self.games.get_mut(&game).unwrap_or_else(|| panic!("game {} has not begun", game))
    }
}

// ---- the codec: protobuf's wire format, as much of it as agent.proto needs ------------------------

enum Value<'a> {
    Number(u64),
    Part(&'a [u8]),
}

impl Value<'_> {
    fn number(&self) -> u32 {
        if let Value::Number(number) = self { *number as u32 } else { 0 }
    }
    fn text(&self) -> String {
        if let Value::Part(part) = self { String::from_utf8_lossy(part).into() } else { String::new() }
    }
    /// Packed, or one of many.
    fn add_to(&self, numbers: &mut Vec<u32>) {
        match self {
            Value::Number(number) => numbers.push(*number as u32),
            Value::Part(part) => {
                let mut rest = *part;
                while !rest.is_empty() {
                    numbers.push(varint(&mut rest) as u32);
                }
            }
        }
    }
}

/// Where the first frame's payload begins and how long it is; None where bytes are missing.
fn frame_at(input: &[u8]) -> Option<(usize, usize)> {
    let last = match input.iter().take(5).position(|byte| *byte < 0x80) {
        Some(last) => last,
        None if input.len() >= 5 => panic!("a frame with no length"),
        None => return None,
    };
    let size = varint(&mut &input[..=last]) as usize;
    assert!(size <= MAX_FRAME, "a frame of {} bytes; at most {}", size, MAX_FRAME);
    if last + 1 + size <= input.len() { Some((last + 1, size)) } else { None }
}

fn varint(rest: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..70).step_by(7) {
        let (byte, after) = rest.split_first().expect("a message that is cut off");
        *rest = after;
        value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        if *byte < 0x80 {
            return value;
        }
    }
    panic!("a number of more than ten bytes")
}

fn part<'a>(rest: &mut &'a [u8], size: usize) -> &'a [u8] {
    assert!(size <= rest.len(), "a message that is cut off");
    let (part, after) = rest.split_at(size);
    *rest = after;
    part
}

/// The fields of a message by their numbers; those of later versions are ignored by who asks.
fn fields(mut rest: &[u8]) -> impl Iterator<Item = (u64, Value<'_>)> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let tag = varint(&mut rest);
        let value = match tag & 7 {
            0 => Value::Number(varint(&mut rest)),
            1 => Value::Number(u64::from_le_bytes(part(&mut rest, 8).try_into().unwrap())),
            2 => {
                let size = varint(&mut rest) as usize;
                Value::Part(part(&mut rest, size))
            }
            5 => Value::Part(part(&mut rest, 4)),
            _ => panic!("no field has the tag {}", tag),
        };
        Some((tag >> 3, value))
    })
}

fn ask(part: &[u8]) -> Ask {
    let mut ask = Ask::default();
    for (number, value) in fields(part) {
        match number {
            1 => ask.game = value.number(),
            2 => ask.seq = value.number(),
            3 => value.add_to(&mut ask.dice),
            4 => value.add_to(&mut ask.keep),
            5 => value.add_to(&mut ask.points),
            6 => value.add_to(&mut ask.next_dice),
            7 => value.add_to(&mut ask.may),
            8 => value.add_to(&mut ask.totals),
            9 => ask.in_game = value.number(),
            10 => ask.turn_points = value.number(),
            11 => ask.locked = value.number(),
            12 => ask.inherited = value.number(),
            13 => ask.offer_points = value.number(),
            14 => ask.offer_dice = value.number(),
            15 => ask.closer = Some(value.number()),
            16 => ask.forfeited = value.number(),
            17 => ask.unproven = value.number() != 0,
            18 => ask.advice_option = Some(value.number()),
            19 => ask.advice_action = value.number(),
            20 => value.add_to(&mut ask.busts),
            _ => {}
        }
    }
    ask
}

fn game_start(part: &[u8]) -> GameStart {
    let mut start = GameStart::default();
    for (number, value) in fields(part) {
        match number {
            1 => start.game = value.number(),
            2 => start.rules = value.text(),
            3 => add_parameter(&value, &mut start.parameters),
            4 => start.unit = value.number(),
            5 => start.dice = value.number(),
            6 => start.faces = value.text(),
            7 => start.seat = value.number(),
            8 => start.seats = value.number(),
            9 => start.first = value.number(),
            10 => start.seed = if let Value::Number(seed) = value { seed } else { 0 },
            11 => start.resumed = value.number() != 0,
            12 => start.rule_set = Some(rules(&value)),
            _ => {}
        }
    }
    start
}

fn rules(value: &Value) -> RuleSet {
    let mut rules = RuleSet::default();
    if let Value::Part(part) = value {
        for (number, value) in fields(part) {
            match number {
                1 => rules.text = value.text(),
                2 => rules.patterns.push(pattern(&value)),
                3 => add_trait(&value, &mut rules.traits),
                _ => {}
            }
        }
    }
    rules
}

fn add_trait(value: &Value, traits: &mut HashMap<String, String>) {
    let (mut key, mut text) = (String::new(), String::new());
    if let Value::Part(part) = value {
        for (number, value) in fields(part) {
            match number {
                1 => key = value.text(),
                2 => text = value.text(),
                _ => {}
            }
        }
    }
    traits.insert(key, text);
}

fn pattern(value: &Value) -> Pattern {
    let mut pattern = Pattern::default();
    if let Value::Part(part) = value {
        for (number, value) in fields(part) {
            match number {
                1 => value.add_to(&mut pattern.dice),
                2 => pattern.points = value.number(),
                _ => {}
            }
        }
    }
    pattern
}

fn add_parameter(value: &Value, parameters: &mut HashMap<String, i32>) {
    let (mut name, mut points) = (String::new(), 0);
    if let Value::Part(part) = value {
        for (number, value) in fields(part) {
            match number {
                1 => name = value.text(),
                2 => points = value.number() as i32,
                _ => {}
            }
        }
    }
    parameters.insert(name, points);
}

fn seen(part: &[u8]) -> Seen {
    let mut seen = Seen::default();
    for (number, value) in fields(part) {
        match number {
            1 => seen.game = value.number(),
            2 => seen.seat = value.number(),
            3 => seen.event = value.number(),
            4 => value.add_to(&mut seen.dice),
            5 => seen.kept = value.number(),
            6 => seen.turn_points = value.number(),
            7 => seen.total = value.number(),
            _ => {}
        }
    }
    seen
}

fn game_end(part: &[u8]) -> GameEnd {
    let mut end = GameEnd::default();
    for (number, value) in fields(part) {
        match number {
            1 => end.game = value.number(),
            2 => value.add_to(&mut end.places),
            3 => value.add_to(&mut end.totals),
            4 => end.cause = value.number(),
            _ => {}
        }
    }
    end
}

fn write_number(out: &mut Vec<u8>, mut value: u32) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Zero is not sent.
fn write_field(out: &mut Vec<u8>, number: u32, value: u32) {
    if value != 0 {
        write_number(out, number << 3);
        write_number(out, value);
    }
}

fn write_part(out: &mut Vec<u8>, number: u32, part: &[u8]) {
    write_number(out, number << 3 | 2);
    write_number(out, part.len() as u32);
    out.extend_from_slice(part);
}

fn write_frame(out: &mut Vec<u8>, number: u32, body: &[u8]) {
    let mut message = Vec::with_capacity(body.len() + 8);
    write_part(&mut message, number, body);
    write_number(out, message.len() as u32);
    out.extend_from_slice(&message);
}

fn write_answer(out: &mut Vec<u8>, ask: &Ask, decision: Decision) {
    let mut body = Vec::with_capacity(24);
    write_field(&mut body, 1, ask.game);
    write_field(&mut body, 2, ask.seq);
    write_field(&mut body, 3, decision.option as u32);
    write_field(&mut body, 4, decision.action as u32);
    write_frame(out, 2, &body);
}

fn write_ready(out: &mut Vec<u8>, about: &About) {
    let mut body = Vec::new();
    for (number, text) in [(1, &about.name), (2, &about.version)] {
        if !text.is_empty() {
            write_part(&mut body, number, text.as_bytes());
        }
    }
    write_field(&mut body, 3, about.games);
    write_field(&mut body, 4, u32::from(about.seen));
    write_frame(out, 1, &body);
}
