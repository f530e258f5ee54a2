//! An agent for conversation_test.py: its answers tell what it was asked and has seen in the game.
mod danno;

use danno::{accept, bank, decline, roll, About, Decision, GameEnd, Question, Seen};

#[derive(Default)]
struct Echo {
    asked: usize,
    heard: usize,
}

impl danno::State for Echo {
    fn seen(&mut self, seen: &Seen) {
        self.heard += seen.turn_points as usize;
    }

    fn ended(&mut self, end: &GameEnd) {
        eprintln!("ended {} after {}", end.game, self.asked);
    }

    fn decide(&mut self, question: &Question) -> Decision {
        println!("noise on stdout");
        if question.game.rules == "shown" {
            println!("{question}");
        }
        if question.game.rules == "typo" {
            question.parameter("Target");
        }
        let mut told = self.asked * 7 + self.heard;
        if let Some(rules) = question.rules() {
            told += rules.text.len() + rules.traits["hot"].len();
            told += rules.patterns.iter().map(|p| p.points as usize + p.dice.len()).sum::<usize>();
        }
        self.asked += 1;
        if question.is_offer() {
            return if told % 2 == 0 { accept() } else { decline() };
        }
        let option = told % question.options();
        if question.may_roll(option) { roll(option) } else { bank(option) }
    }
}

fn main() {
    eprintln!("noise before play");
    danno::parameter("limit", 0);
    let about = About { name: "echo".into(), version: "1".into(), seen: true, ..About::default() };
    danno::play_with(|_| Echo::default(), about);
}
