//! Your agent: decide() is all there is to write.
use crate::danno::{bank, decline, roll, Decision, Question};

pub fn decide(question: &Question) -> Decision {
    // A question lists all that is legal, so you need no rules here. Options count from 0, those
    // worth most first; of option i
    //   question.turn_points(i)  is what your turn is worth with it,
    //   question.next_dice(i)    how many dice you would roll next: few dice bust often,
    //   question.may_roll(i)     whether you may go on: answer roll(i),
    //   question.bank_counts(i)  whether a bank is legal and scores: answer bank(i).
    // An offer (what the seat before left) has no options: answer accept() or decline().
    // question.total(), best_other_total(), last_turn(), parameter("target") tell how the game
    // stands. Print what you like: it goes to your log. This agent stops with two dice left.
    if question.is_offer() {
        return decline();
    }
    for option in 0..question.options() {
        if question.bank_counts(option) && question.next_dice(option) <= 2 {
            return bank(option);
        }
    }
    (0..question.options()).find(|option| question.may_roll(*option)).map_or(bank(0), roll)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::danno::{Ask, GameStart};

    const ROLL: u32 = 1; // in `may`, an entry an option; 3 is both
    const BANK: u32 = 2;

    fn answer_to(points: &[u32], next_dice: &[u32], may: &[u32], turn_points: u32) -> Decision {
        let game = GameStart { seats: 2, ..Default::default() };
        let ask = Ask {
            totals: vec![400, 900],
            in_game: 0b11,
            turn_points,
            keep: vec![1; points.len()],
            points: points.to_vec(),
            next_dice: next_dice.to_vec(),
            may: may.to_vec(),
            offer_dice: if points.is_empty() { 3 } else { 0 },
            ..Default::default()
        };
        decide(&Question { game: &game, ask: &ask })
    }

    #[test]
    fn rolls_on_with_many_dice() {
        assert_eq!(answer_to(&[100, 50], &[4, 4], &[ROLL | BANK; 2], 0), roll(0));
    }

    #[test]
    fn banks_with_few_dice() {
        assert_eq!(answer_to(&[200], &[2], &[ROLL | BANK], 300), bank(0));
    }

    #[test]
    fn chooses_only_what_is_legal() {
        assert_eq!(answer_to(&[1000, 500], &[0, 2], &[BANK, ROLL], 0), bank(0));
        assert_eq!(answer_to(&[1000], &[6], &[ROLL], 0), roll(0));
    }

    #[test]
    fn declines_an_offer() {
        assert_eq!(answer_to(&[], &[], &[], 0), decline());
    }
}
