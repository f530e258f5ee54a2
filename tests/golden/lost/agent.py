"""An agent that fails at its first question."""

import danno


def decide(question):
    print("the dice are lost")
    raise SystemExit(3)


danno.play(decide)
