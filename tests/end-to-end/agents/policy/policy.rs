//! agent.py in Rust.
mod danno;

use danno::{accept, bank, decline, roll, About, Decision, GameStart, Question, Seen};

struct Policy {
    luck: i64,
    heard: i64,
}

fn sum(numbers: &[u32]) -> i64 {
    numbers.iter().map(|number| i64::from(*number)).sum()
}

impl danno::State for Policy {
    fn seen(&mut self, seen: &Seen) {
        self.heard += i64::from(seen.seat) + 3 * i64::from(seen.event) + sum(&seen.dice);
        self.heard += i64::from(seen.kept % 1000) + i64::from(seen.turn_points) + i64::from(seen.total & 65535);
    }

    fn decide(&mut self, question: &Question) -> Decision {
        let ask = question.ask;
        self.luck = (75 * self.luck + 74) % 65537;
        let mut told = self.luck + self.heard + i64::from(question.total());
        told += 3 * i64::from(question.best_other_total()) + i64::from(question.parameter("target"));
        told += sum(&ask.dice) + if question.last_turn() { 5 } else { 0 } + if question.is_in() { 7 } else { 0 };
        told += i64::from(ask.inherited) + i64::from(ask.offer_points) + i64::from(ask.offer_dice);
        if question.is_offer() {
            return if told % 3 == 0 { accept() } else { decline() };
        }
        let option = told as usize % question.options();
        told += i64::from(question.turn_points(option)) + question.next_dice(option) as i64;
        if question.bank_counts(option) && told % 3 == 0 {
            return bank(option);
        }
        if question.may_roll(option) { roll(option) } else { bank(option) }
    }
}

fn main() {
    let policy = |game: &GameStart| Policy { luck: (game.seed % 65537) as i64, heard: 0 };
    danno::play_with(policy, About { seen: true, ..About::default() });
}
