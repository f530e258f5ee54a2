// An agent for conversation_test.py: its answers tell what it was asked and has seen in the game.
package main

import (
	"fmt"
	"io"
	"os"

	"agent/danno"
)

type echo struct{ asked, heard int }

func (e *echo) Seen(seen danno.Seen) { e.heard += seen.TurnPoints }

func (e *echo) Ended(end danno.GameEnd) {
	fmt.Fprintf(os.Stderr, "ended %d after %d\n", end.Game, e.asked)
}

var kept = os.Stdout // before Play

func (e *echo) Decide(question danno.Question) danno.Decision {
	fmt.Fprintln(kept, "noise on stdout")
	if text, err := io.ReadAll(os.Stdin); len(text) > 0 || err != nil {
		fmt.Println("stdin was not taken away")
	}
	if question.Game.Rules == "shown" {
		fmt.Println(question)
	}
	if question.Game.Rules == "typo" {
		question.Parameter("Target")
	}
	told := e.asked*7 + e.heard
	if rules := question.Rules(); rules != nil {
		told += len(rules.Text) + len(rules.Traits["hot"])
		for _, pattern := range rules.Patterns {
			told += pattern.Points + len(pattern.Dice)
		}
	}
	e.asked++
	if question.IsOffer() {
		if told%2 == 0 {
			return danno.Accept()
		}
		return danno.Decline()
	}
	option := told % question.Options()
	if question.MayRoll(option) {
		return danno.Roll(option)
	}
	return danno.Bank(option)
}

func main() {
	fmt.Fprintln(os.Stderr, "noise before play")
	danno.Parameter("limit", 0)
	state := func(*danno.GameStart) *echo { return &echo{} }
	danno.PlayWith(state, danno.About{Name: "echo", Version: "1"})
}
