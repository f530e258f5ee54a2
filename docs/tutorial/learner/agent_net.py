"""Plays by the net of train_net.py."""

import json
import math
import pathlib

import danno

LAYERS = json.loads((pathlib.Path(__file__).parent / "net.json").read_text())


def worth(numbers):
    """What the net thinks of each action."""
    for weights, biases in LAYERS[:-1]:
        numbers = [math.tanh(bias + sum(map(float.__mul__, row, numbers))) for row, bias in zip(weights, biases)]
    weights, biases = LAYERS[-1]
    return [bias + sum(map(float.__mul__, row, numbers)) for row, bias in zip(weights, biases)]


def decide(question):
    mask = danno.action_mask(question)
    worths = worth(danno.observe(question))
    return danno.decision(question, max((action for action, legal in enumerate(mask) if legal), key=worths.__getitem__))


if __name__ == "__main__":
    danno.play(decide)
