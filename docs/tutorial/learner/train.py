"""Learns koans by play: for each cell the mean result of rolling on and of banking."""

import argparse
import time

import danno.env
import numpy as np
from features import CELLS, COLUMNS, cell

GAMES = 2048

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("SECONDS", type=int, nargs="?", default=100)
parser.add_argument("SEED", type=int, nargs="?", default=1)
seconds, seed = vars(parser.parse_args()).values()
if seconds < 1 or seed < 0:
    parser.error("expected SECONDS from 1, and a SEED from 0")


def cells(observations):
    return cell(*observations[:, COLUMNS].T.astype(np.float64)).astype(np.int64)


def play(env, values, explores):
    """Yields what each step was: the cell, the action, the cell after it, the reward, and whether the game ended."""
    rng = np.random.default_rng(seed)
    rows, over = cells(env.reset(seed=seed)[0]), np.zeros(env.num_envs, bool)
    while True:
        actions = values[rows].argmax(axis=1)
        actions[rng.random(env.num_envs) < explores()] ^= 1
        observations, rewards, ended, _, infos = env.step(actions)
        after, played = cells(observations), ~over  # the step after an end only begins a new game
        yield rows[played], actions[played], after[played], rewards[played], ended[played], infos
        rows, over = after, ended


def learn(values, counts):
    begin = time.process_time()
    left = lambda: 1 - (time.process_time() - begin) / seconds
    env = danno.VectorEnv("koans", GAMES, opponents=["hold"])
    told = 1.0
    for rows, actions, after, rewards, ended, _ in play(env, values, lambda: 0.1 * left()):
        targets = np.where(ended, rewards, values[after].max(axis=1))
        np.add.at(counts, (rows, actions), 1)
        rate = np.maximum(1 / counts[rows, actions], 0.1 * left() + 0.002)
        np.add.at(values, (rows, actions), rate * (targets - values[rows, actions]))
        if left() < told:
            print("%4.0f s: a game loses %.1f points of winning chance" % (seconds * (1 - told), regret(values)))
            told -= 0.1
        if left() <= 0:
            return


def regret(values):
    """What the decisions of a game cost, by the exact values, in hundredths."""
    lost = games = 0
    env = danno.VectorEnv("koans", 256, opponents=["hold"], regret=True)
    for step, (_, _, _, _, ended, infos) in enumerate(play(env, values, lambda: 0)):
        lost, games = lost + np.nansum(infos["regret"]), games + ended.sum()
        if step == 200:
            return 100 * lost / games


def score(values, opponent):
    """The share of games that the greedy policy wins, and how many games that is."""
    won = []
    env = danno.VectorEnv("koans", GAMES, opponents=[opponent])
    for step, (_, _, _, rewards, ended, _) in enumerate(play(env, values, lambda: 0)):
        won.extend((rewards[ended] + 1) / 2)
        if step == 400:
            return np.mean(won), len(won)


values, counts = np.zeros((CELLS, 2)), np.zeros((CELLS, 2))
learn(values, counts)
(values[:, 1] > values[:, 0]).astype(np.uint8).tofile("banks.bin")
print("wins %.1f %% of %d games against hold" % (100 * score(values, "hold")[0], score(values, "hold")[1]))
