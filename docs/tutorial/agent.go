package main

import "agent/danno"

// Points to stop at, by the dice left; for koans.
var enough = [...]int{0, 200, 200, 350, 950, 2800, 2800}

func goal(question danno.Question, dice int) int {
	if question.LastTurn() {
		return question.BestOtherTotal() - question.Total() + 1
	}
	if left := question.Parameter("target") - question.Total(); left < enough[dice] {
		return left
	}
	return enough[dice]
}

func decide(question danno.Question) danno.Decision {
	if question.IsOffer() {
		return danno.Decline()
	}
	for option := 0; option < question.Options(); option++ {
		if question.BankCounts(option) && question.TurnPoints(option) >= goal(question, question.NextDice(option)) {
			return danno.Bank(option)
		}
	}
	for option := 0; option < question.Options(); option++ {
		if question.MayRoll(option) {
			return danno.Roll(option)
		}
	}
	return danno.Bank(0)
}

func main() { danno.Play(decide) }
