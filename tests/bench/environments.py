"""Steps a second of danno's environments, and of others that one could train in, in the same run and by CPU time.

Run as: TRAIN_PACKAGES="pettingzoo[classic] open_spiel rlcard" tests/python/run build/release tests/bench/environments.py
A peer whose package is not there is left out. Everything runs on one core.
"""

import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import danno.env

SECONDS = 3.0
FASTEST = {}


def measure(name, run):
    """The best of three: run(end) steps until the CPU time `end` and returns how many steps it took."""
    best = 0.0
    for _ in range(3):
        begin = time.process_time()
        steps = run(begin + SECONDS / 3)
        best = max(best, steps / (time.process_time() - begin))
    FASTEST[name] = best
    print("%-44s %12.0f steps/s" % (name, best), flush=True)


def vector(rules, games, opponent):
    env = danno.env.VectorEnv(rules, games, opponents=[opponent])
    names = danno.env.observation_names(rules)
    turn, points = names.index("turn_points"), names.index("option_0_points")
    observations, _ = env.reset(seed=1)

    def run(end):
        nonlocal observations
        steps = 0
        while time.process_time() < end:
            for _ in range(20):
                # The policy in the loop: banks at a tenth of the target where that is legal, else the first legal action.
                if rules == "koans":
                    actions = (observations[:, turn] + observations[:, points] >= 0.1).astype(np.int64)
                else:
                    actions = env._games.masks.argmax(axis=1)
                observations = env.step(actions)[0]
            steps += 20 * games
        return steps

    return run


def single(rules):
    env = danno.env.GreedEnv(rules, ["hold"], regret=False)
    mask = env.reset(seed=1)[1]["action_mask"]

    def run(end):
        nonlocal mask
        steps = 0
        while time.process_time() < end:
            for _ in range(1000):
                _, _, over, _, info = env.step(mask.argmax())
                mask = info["action_mask"] if not over else env.reset()[1]["action_mask"]
            steps += 1000
        return steps

    return run


def aec(env):
    env.reset(seed=1)

    def run(end):
        steps = 0
        while time.process_time() < end:
            for _ in range(100):
                observation, _, over, truncated, _ = env.last()
                if over or truncated:
                    env.reset()
                    continue
                env.step(observation["action_mask"].argmax())
                steps += 1
        return steps

    return run


def pettingzoo_peer():
    from pettingzoo.classic import connect_four_v3

    measure("PettingZoo connect_four_v3", aec(connect_four_v3.env()))


def open_spiel_peer():
    import pyspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.vector_env import SyncVectorEnv

    game = pyspiel.load_game("pig")
    rng = np.random.default_rng(1)

    def run(end):
        steps = 0
        while time.process_time() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(int(rng.integers(6)))
                else:
                    state.observation_tensor()
                    state.apply_action(state.legal_actions()[-1 if steps % 4 == 3 else 0])
                    steps += 1
        return steps

    measure("OpenSpiel pig, pyspiel", run)
    envs = SyncVectorEnv([rl_environment.Environment("pig") for _ in range(64)])
    times = envs.reset()

    def run_vector(end):
        from open_spiel.python.rl_agent import StepOutput

        nonlocal times
        steps = 0
        while time.process_time() < end:
            actions = [StepOutput(one.observations["legal_actions"][one.current_player()][0], []) for one in times]
            times, _, _, _ = envs.step(actions, reset_if_done=True)
            steps += 64
        return steps

    measure("OpenSpiel pig, its Python vector env of 64", run_vector)


def rlcard_peer():
    import rlcard

    env = rlcard.make("leduc-holdem")

    def run(end):
        steps = 0
        while time.process_time() < end:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(next(iter(state["legal_actions"])))
                steps += 1
        return steps

    measure("RLCard leduc-holdem", run)


def main():
    for rules in ("koans", "tyghe"):
        measure("danno.VectorEnv %s, 1024 games, hold" % rules, vector(rules, 1024, "hold"))
    measure("danno.VectorEnv koans, 1024 games, odds", vector("koans", 1024, "odds"))
    measure("danno.env.GreedEnv koans", single("koans"))
    measure("danno.aec_env koans", aec(danno.env.aec_env("koans")))
    ours = set(FASTEST)
    for peer in (pettingzoo_peer, open_spiel_peer, rlcard_peer):
        try:
            peer()
        except ImportError as error:
            print("left out: %s" % error)
    best = max((FASTEST[name] for name in FASTEST if name not in ours), default=None)
    if best is not None:
        print("danno.VectorEnv koans is %.0f times the fastest of the others" % (max(FASTEST.values()) / best))


if __name__ == "__main__":
    main()
