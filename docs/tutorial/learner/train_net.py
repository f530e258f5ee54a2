"""Learns tyghe with MaskablePPO and writes the net as numbers that need no package."""

import argparse
import json

import danno.env
import gymnasium
from sb3_contrib import MaskablePPO

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("STEPS", type=int, nargs="?", default=1_000_000)
steps = parser.parse_args().STEPS
env = gymnasium.make("danno/Greed-v0", rules="tyghe", opponents=["odds"])
model = MaskablePPO("MlpPolicy", env, seed=1).learn(steps)
net = model.policy
layers = [net.mlp_extractor.policy_net[0], net.mlp_extractor.policy_net[2], net.action_net]
with open("net.json", "w") as file:
    json.dump([[layer.weight.tolist(), layer.bias.tolist()] for layer in layers], file)
