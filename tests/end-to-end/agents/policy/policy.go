// agent.py in Go.
package main

import "agent/danno"

type policy struct{ luck, heard int }

func sum(numbers []int) int {
	total := 0
	for _, number := range numbers {
		total += number
	}
	return total
}

func (p *policy) Seen(seen danno.Seen) {
	p.heard += seen.Seat + 3*int(seen.Event) + sum(seen.Dice) + seen.Kept%1000 + seen.TurnPoints + (seen.Total & 65535)
}

func (p *policy) Decide(question danno.Question) danno.Decision {
	ask := question.Ask
	p.luck = (75*p.luck + 74) % 65537
	told := p.luck + p.heard + question.Total() + 3*question.BestOtherTotal() + question.Parameter("target")
	told += sum(ask.Dice) + ask.Inherited + ask.OfferPoints + ask.OfferDice
	if question.LastTurn() {
		told += 5
	}
	if question.IsIn() {
		told += 7
	}
	if question.IsOffer() {
		if told%3 == 0 {
			return danno.Accept()
		}
		return danno.Decline()
	}
	option := told % question.Options()
	told += question.TurnPoints(option) + question.NextDice(option)
	if question.BankCounts(option) && told%3 == 0 {
		return danno.Bank(option)
	}
	if question.MayRoll(option) {
		return danno.Roll(option)
	}
	return danno.Bank(option)
}

func main() {
	begin := func(game *danno.GameStart) *policy { return &policy{luck: int(game.Seed % 65537)} }
	danno.PlayWith(begin, danno.About{})
}
