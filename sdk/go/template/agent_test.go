// Your agent on a few positions. Run: go test
package main

import (
	"testing"

	"agent/danno"
)

const roll, bank = 1, 2 // in May, an entry an option; 3 is both

func question(points, nextDice, may []int, turnPoints int) danno.Question {
	game := danno.GameStart{Seats: 2, Parameters: map[string]int{"target": 3000}}
	ask := danno.Ask{
		Totals: []int{400, 900}, InGame: 0b11, TurnPoints: turnPoints,
		Keep: make([]int, len(points)), Points: points, NextDice: nextDice, May: may,
	}
	return danno.Question{Game: &game, Ask: &ask}
}

func expect(t *testing.T, question danno.Question, expected danno.Decision) {
	t.Helper()
	if decision := decide(question); decision != expected {
		t.Errorf("%+v, expected %+v", decision, expected)
	}
}

func TestRollsOnWithManyDice(t *testing.T) {
	expect(t, question([]int{100, 50}, []int{4, 4}, []int{roll | bank, roll | bank}, 0), danno.Roll(0))
}

func TestBanksWithFewDice(t *testing.T) {
	expect(t, question([]int{200}, []int{2}, []int{roll | bank}, 300), danno.Bank(0))
}

func TestChoosesOnlyWhatIsLegal(t *testing.T) {
	expect(t, question([]int{1000, 500}, []int{0, 2}, []int{bank, roll}, 0), danno.Bank(0))
	expect(t, question([]int{1000}, []int{6}, []int{roll}, 0), danno.Roll(0))
}

func TestDeclinesAnOffer(t *testing.T) {
	offered := question(nil, nil, nil, 0)
	offered.Ask.OfferPoints, offered.Ask.OfferDice = 350, 3
	expect(t, offered, danno.Decline())
}
