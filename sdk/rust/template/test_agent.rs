//! Your agent on a few positions. Run:
//! rustc --edition=2021 --test main.rs -o test_agent && ./test_agent
use crate::agent::decide;
use crate::danno::{bank, decline, roll, Ask, Decision, GameStart, Question};
use std::collections::HashMap;

const ROLL: u32 = 1; // in `may`, an entry an option; 3 is both
const BANK: u32 = 2;

fn answer_to(points: &[u32], next_dice: &[u32], may: &[u32], turn_points: u32) -> Decision {
    let parameters = HashMap::from([("target".to_string(), 3000)]);
    let game = GameStart { seats: 2, parameters, ..Default::default() };
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
