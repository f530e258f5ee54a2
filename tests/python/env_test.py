"""Danno's environments: by the checks of Gymnasium, PettingZoo and Stable-Baselines3, by hostile callers, by the SDK.

Run as: tests/python/run BUILD tests/python/env_test.py [unittest arguments]; a check of a package that is not there is
skipped.
"""

import copy
import importlib.util
import os
import pickle
import random
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import danno
import danno.env
from danno import library

BUNDLED = ["true-greed", "dollar", "tyghe", "official", "koans"]
FILES = Path(__file__).resolve().parents[2] / "leagues/rules"


def has(package):
    return importlib.util.find_spec(package) is not None


def play(env, steps, seed, choose=None):
    """The transitions of legal random actions."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen = [observation]
    for _ in range(steps):
        action = (choose or rng.choice)(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, _, info = env.step(action)
        seen += [observation, reward, terminated]
        if terminated:
            observation, info = env.reset()
            seen.append(observation)
    return seen


def same(left, right):
    return len(left) == len(right) and all(np.array_equal(a, b, equal_nan=True) for a, b in zip(left, right))


class Checkers(unittest.TestCase):
    def setUp(self):
        self.caught = warnings.catch_warnings()
        self.caught.__enter__()
        warnings.simplefilter("error")

    def tearDown(self):
        self.caught.__exit__(None, None, None)

    def test_gymnasium(self):
        for rules in BUNDLED:
            check_env(Legal(rules, ["odds"], regret=False), skip_render_check=True)
        # Here every action is legal.
        check_env(gymnasium.make("danno/Greed-v0", rules="koans", opponents=["odds"]).unwrapped)

    def test_gymnasium_makes_it(self):
        env = gymnasium.make("danno/Greed-v0", rules="koans", opponents=["odds"], seats=2)
        self.assertIs(type(env.unwrapped), danno.env.GreedEnv)
        self.assertTrue(same(play(env, 200, 1), play(env, 200, 1)))
        many = gymnasium.make_vec("danno/Greed-v0", num_envs=3, vectorization_mode="vector_entry_point", rules="koans")
        self.assertIs(type(many.unwrapped), danno.env.VectorEnv)

    @unittest.skipUnless(has("pettingzoo"), "no pettingzoo")
    def test_pettingzoo(self):
        from pettingzoo.test import api_test, seed_test

        with warnings.catch_warnings():
            # Gymnasium's own games with masks get the same warnings.
            warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
            warnings.filterwarnings("ignore", "Observation is not a NumPy array")
            for rules, seats in (("koans", 2), ("tyghe", 4), ("official", 6), ("true-greed", 3), ("dollar", 2)):
                api_test(danno.env.aec_env(rules, seats), num_cycles=500)
            seed_test(lambda: danno.env.aec_env("koans", 3), num_cycles=200)
        # It has begun a game, as a Gymnasium environment of ours has.
        begun = danno.env.aec_env("koans", 3)
        begun.step(0)
        self.assertEqual(begun.last()[1:4], (0, False, False))

    @unittest.skipUnless(has("stable_baselines3"), "no stable-baselines3")
    def test_stable_baselines(self):
        from stable_baselines3.common.env_checker import check_env as check

        check(Legal("tyghe", regret=False))
        check(danno.env.GreedEnv("koans"))


class Legal(danno.env.GreedEnv):
    """Takes a legal action for any: checkers draw actions that know no mask."""

    def step(self, action):
        legal = np.flatnonzero(self.action_masks())
        return super().step(legal[int(action) % len(legal)])


class Repeats(unittest.TestCase):
    def test_a_seed_repeats_and_another_does_not(self):
        for rules in BUNDLED:
            env = danno.env.GreedEnv(rules, ["hold"], 3, regret=False)
            one = play(env, 150, 5)
            self.assertTrue(same(one, play(danno.env.GreedEnv(rules, "hold", 3, regret=False), 150, 5)))
            self.assertFalse(same(one, play(env, 150, 6)))

    def test_a_new_environment_has_other_dice(self):
        first = [danno.env.VectorEnv("koans", 4).reset()[0] for _ in range(2)]
        self.assertFalse(np.array_equal(*first))

    def test_copies_and_pickles_go_on_alike(self):
        for rules in BUNDLED:
            for opponents in (["odds"], ["random"], ["hold", "timid"]):
                env = danno.env.GreedEnv(rules, opponents, len(opponents) + 1, regret=False)
                _, info = env.reset(seed=3)
                for _ in range(20):
                    _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[-1])
                    if over:
                        _, info = env.reset()
                others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
                for _ in range(40):
                    action = np.flatnonzero(info["action_mask"])[0]
                    told = [one.step(action) for one in (env, *others)]
                    info = told[0][4]
                    self.assertTrue(all(same(told[0][:4], other[:4]) for other in told[1:]))
                    if told[0][2]:
                        begun = [one.reset() for one in (env, *others)]
                        info = begun[0][1]
                        self.assertTrue(all(np.array_equal(begun[0][0], other[0]) for other in begun[1:]))

    def test_vector_environments_are_pickled_too(self):
        for mode in AutoresetMode:
            env = danno.env.VectorEnv("tyghe", 5, regret=False, autoreset_mode=mode)
            _, infos = env.reset(seed=2)
            for _ in range(30):
                _, _, over, _, infos = env.step(first_legal(infos["action_mask"]))
                if mode == AutoresetMode.DISABLED and over.any():
                    _, infos = env.reset(options={"reset_mask": over})
            other = pickle.loads(pickle.dumps(env))
            for _ in range(30):
                told = [one.step(first_legal(infos["action_mask"])) for one in (env, other)]
                self.assertTrue(same(told[0][:4], told[1][:4]))
                infos = told[0][4]
                if mode == AutoresetMode.DISABLED and told[0][2].any():
                    for one in (env, other):
                        _, infos = one.reset(options={"reset_mask": told[0][2]})


def first_legal(masks):
    return masks.argmax(axis=1)


class Vectors(unittest.TestCase):
    def test_games_are_those_of_single_environments(self):
        env = danno.env.VectorEnv("koans", 3, opponents=["odds"], autoreset_mode="DISABLED")
        singles = [danno.env.GreedEnv("koans", ["odds"], regret=False) for _ in range(3)]
        observations, _ = env.reset(seed=10)
        begun = [single.reset(seed=10 + i)[0] for i, single in enumerate(singles)]
        self.assertTrue(np.array_equal(observations, begun))
        for step in range(200):
            actions = np.array([step % 2, 1, step % 3 == 0], np.int64)
            told = env.step(actions)
            for i, single in enumerate(singles):
                self.assertTrue(same([part[i] for part in told[:4]], single.step(actions[i])[:4]))
            if told[2].any():
                observations, _ = env.reset(options={"reset_mask": told[2]})
                for i in np.flatnonzero(told[2]):
                    self.assertTrue(np.array_equal(observations[i], singles[i].reset()[0]))

    def test_next_step_ignores_the_action_after_the_end(self):
        env = danno.env.VectorEnv("koans", 8)
        self.assertEqual(env.metadata["autoreset_mode"], AutoresetMode.NEXT_STEP)
        env.reset(seed=1)
        before, ends = np.zeros(8, bool), 0
        for _ in range(400):
            actions = np.where(before, -7, 1)
            _, rewards, over, truncated, infos = env.step(actions)
            self.assertFalse((over & before).any())
            self.assertFalse(rewards[~over].any() or truncated.any())
            self.assertTrue((infos["action_mask"][over] == 0).all())
            self.assertTrue(infos["action_mask"][~over].any(axis=1).all())
            before, ends = over, ends + over.sum()
        self.assertGreater(ends, 50)

    def test_same_step_tells_the_end_and_the_beginning(self):
        env = danno.env.VectorEnv("koans", 8, regret=True, autoreset_mode=AutoresetMode.SAME_STEP)
        self.assertEqual(env.metadata["autoreset_mode"], AutoresetMode.SAME_STEP)
        env.reset(seed=1)
        ends = 0
        for _ in range(400):
            observations, rewards, over, _, infos = env.step(np.ones(8, np.int64))
            self.assertTrue(infos["action_mask"].any(axis=1).all())
            if not over.any():
                self.assertNotIn("final_obs", infos)
                continue
            ends += over.sum()
            self.assertTrue(np.array_equal(infos["_final_obs"], over))
            for i in range(8):
                self.assertEqual(infos["final_obs"][i] is None, not over[i])
                if over[i]:
                    self.assertFalse(np.array_equal(infos["final_obs"][i], observations[i]))
                    self.assertGreaterEqual(infos["final_info"]["regret"][i], 0)
        self.assertGreater(ends, 50)

    def test_gymnasium_wraps_it(self):
        env = gymnasium.wrappers.vector.RecordEpisodeStatistics(danno.env.VectorEnv("koans", 4))
        env.reset(seed=1)
        told = [env.step(np.ones(4, np.int64))[4] for _ in range(100)]
        self.assertTrue(any("episode" in infos for infos in told))

    def test_seeds_may_be_a_list(self):
        env = danno.env.VectorEnv("koans", 3)
        one, _ = env.reset(seed=[4, 5, 6])
        self.assertTrue(np.array_equal(one, env.reset(seed=4)[0]))
        self.assertTrue(np.array_equal(one, env.reset(seed=np.arange(4, 7))[0]))
        other, _ = env.reset(seed=[4, None, 6])
        self.assertTrue(np.array_equal(one[[0, 2]], other[[0, 2]]))


class Rewards(unittest.TestCase):
    def test_places_share_what_they_are_worth(self):
        for seats in range(2, 7):
            env = danno.env.aec_env("koans", seats, {"target": 600}) if has("pettingzoo") else self.skipTest("")
            for seed in range(20):
                env.reset(seed=seed)
                while env.agents and not env.terminations[env.agent_selection]:
                    env.step(1)
                self.assertAlmostEqual(sum(env.rewards.values()), 0)
                best = max(env.rewards.values())
                self.assertLessEqual(best, 1)
                totals = env._games.position().totals
                for agent, seat in zip(env.possible_agents, range(seats)):
                    self.assertEqual(env.rewards[agent] == best, totals[seat] == max(totals[:seats]))


class Regret(unittest.TestCase):
    def test_it_is_what_the_values_say(self):
        env = danno.env.GreedEnv("koans", ["hold"])
        _, info = env.reset(seed=8)
        costs = []
        for step in range(300):
            values = env.values()
            action = int(np.flatnonzero(info["action_mask"])[step % 2])
            _, _, over, _, info = env.step(action)
            self.assertAlmostEqual(info["regret"], np.nanmax(values) - values[action], delta=1e-12)
            costs.append(info["regret"])
            if over:
                _, info = env.reset()
        self.assertEqual(min(costs), 0)
        self.assertGreater(max(costs), 0.01)

    def test_the_best_action_costs_nothing(self):
        env = danno.env.GreedEnv("koans", ["optimal"])
        _, info = env.reset(seed=8)
        for _ in range(100):
            best = env.judge("optimal")
            self.assertEqual(env.values()[best], np.nanmax(env.values()))
            _, _, over, _, info = env.step(best)
            self.assertEqual(info["regret"], 0)
            if over:
                env.reset()


HOSTILE = [
    None, "1", 1.0, float("nan"), -1, 10**30, -(10**30), 2**63, True, [1], (), {}, b"0", np.float32(1), np.nan,
    np.array([1, 2]), np.array("a"), np.uint64(2**64 - 1), object(), np.array([], np.int64), 99,
]


class Hostile(unittest.TestCase):
    def test_a_wrong_action_is_an_error_that_says_what_is_legal(self):
        env = danno.env.GreedEnv("tyghe", regret=False)
        env.reset(seed=1)
        saved = env._games.save()
        for action in HOSTILE:
            if action is True:
                continue  # It is 1.
            with self.assertRaises(library.IllegalAction, msg=repr(action)) as raised:
                env.step(action)
            self.assertIn("legal are", str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))
            self.assertEqual(env._games.save(), saved)
        with self.assertRaisesRegex(library.IllegalAction, "action_mask"):
            env.step(99)

    def test_wrong_arrays(self):
        env = danno.env.VectorEnv("koans", 4)
        env.reset(seed=1)
        wide = np.zeros((4, 2), np.int64)
        for good in (wide[:, 0], [0, 1, 0, 1], np.ones(4, np.uint8), np.ones(4, ">i4"), np.ones(8, np.int64)[::-2]):
            env.step(good)
        saved = env._games.save()
        for actions in (
            *HOSTILE, wide, np.zeros(3, np.int64), np.zeros(4), np.full(4, np.nan), np.zeros(4, np.complex64),
            np.zeros(4, bool), np.full(4, 2**64 - 1, np.uint64), np.zeros(4, object), np.full(4, -1), [0, 0, 0, 2],
        ):
            with self.assertRaises((library.IllegalAction, ValueError, TypeError), msg=repr(actions)):
                env.step(actions)
            self.assertEqual(env._games.save(), saved)

    def test_after_close(self):
        env = danno.env.GreedEnv("koans", regret=False)
        env.reset()
        env.close()
        env.close()
        for use in (env.reset, lambda: env.step(0), env.action_masks, env.values, lambda: env.judge("hold")):
            with self.assertRaisesRegex(library.ClosedError, "closed"):
                use()
        many = danno.env.VectorEnv("koans", 2)
        many.close()
        for use in (many.reset, lambda: many.step(np.zeros(2, int)), lambda: many.step("x"), many.action_masks):
            with self.assertRaisesRegex(library.ClosedError, "closed"):
                use()

    def test_after_the_end(self):
        env = danno.env.GreedEnv("koans", regret=False, parameters={"target": 300})
        env.reset(seed=1)
        while not env.step(1)[2]:
            pass
        with self.assertRaisesRegex(ValueError, "the game is over"):
            env.step(1)

    def test_wrong_words(self):
        for message, make in (
            ("no rule set 'chess'", lambda: danno.env.GreedEnv("chess")),
            ("7 seats", lambda: danno.env.GreedEnv("koans", seats=7)),
            ("1 seats", lambda: danno.env.GreedEnv("koans", seats=1)),
            ("no policy 'bob'", lambda: danno.env.GreedEnv("koans", ["bob"])),
            ("hold --at N", lambda: danno.env.GreedEnv("koans", ["hold --at x"])),
            ("2 opponents at a table of 2", lambda: danno.env.GreedEnv("koans", ["hold", "odds"])),
            ("the opponents are", lambda: danno.env.GreedEnv("koans", [1])),
            ("autoreset_mode is 'never'", lambda: danno.env.VectorEnv("koans", 2, autoreset_mode="never")),
            ("num_envs is 0", lambda: danno.env.VectorEnv("koans", 0)),
            ("num_envs is 2.5", lambda: danno.env.VectorEnv("koans", 2.5)),
            ("regret is known for two seats", lambda: danno.env.GreedEnv("koans", seats=3, regret=True)),
            ("render_mode is 'human'", lambda: danno.env.GreedEnv("koans", render_mode="human")),
            ("goal", lambda: danno.env.GreedEnv("koans", parameters={"goal": 3})),
            ("the rules are 3", lambda: danno.env.GreedEnv(3)),
            ("the seed is -1", lambda: danno.env.VectorEnv("koans", 2).reset(seed=-1)),
            ("the seed is 2.5", lambda: danno.env.VectorEnv("koans", 2).reset(seed=2.5)),
            ("3 seeds for 2 games", lambda: danno.env.VectorEnv("koans", 2).reset(seed=[1, 2, 3])),
            ("reset_mask", lambda: danno.env.VectorEnv("koans", 2).reset(options={"reset_mask": [1, 0]})),
        ):
            with self.assertRaisesRegex((ValueError, TypeError), message) as raised:
                make()
            self.assertNotIn("\n", str(raised.exception))

    def test_broken_pickles(self):
        env = danno.env.VectorEnv("official", 2, regret=False)
        env.reset(seed=1)
        saved = env._games.save()
        rng = random.Random(1)
        refused = 0
        for _ in range(300):
            broken = bytearray(saved)
            for _ in range(rng.randrange(1, 4)):
                broken[rng.randrange(len(broken))] = rng.randrange(256)
            try:
                env._games.load(bytes(broken[: rng.randrange(len(broken) + 1)]))
            except library.DannoLibraryError:
                refused += 1
        self.assertGreater(refused, 200)

    def test_random_use(self):
        """Any order of calls with any arguments ends in an exception or goes on."""
        rng = random.Random(2)
        envs = [danno.env.VectorEnv("koans", 3), danno.env.VectorEnv("tyghe", 3, regret=False, autoreset_mode="SAME_STEP")]
        for _ in range(3000):
            env = rng.choice(envs)
            try:
                if rng.random() < 0.1:
                    env.reset(seed=rng.choice([None, -1, 0, 2**64, [1, None, 3], "x", 2.5]))
                else:
                    env.step(np.array([rng.choice([0, 1, 2, 31, 32, -1]) for _ in range(3)]))
            except (ValueError, TypeError):
                pass
            env.step(first_legal(env._games.masks))


class Sdk(unittest.TestCase):
    """danno.observe() of a live question is the observation that the environment shows."""

    def make_question(self, games, seat):
        facts, position = games.rules.facts, games.position()
        game, ask = danno.GameStart(), danno.Ask()
        game.rules = games.rules.text("id")
        if game.rules not in BUNDLED:
            game.rule_set = danno.RuleSet()
            game.rule_set.traits = {"busts.in_a_row": str(self.price)}
        game.seat, game.seats, game.dice = seat, facts.seats, facts.dice
        target = danno.Parameter()
        target.name, target.value = "target", facts.target
        game.parameters = [target]
        ask.dice = [face + 1 for face in range(6) for _ in range(position.thrown[face])]
        options = games.options()
        ask.points = [option.points for option in options]
        ask.next_dice = [option.next_dice for option in options]
        ask.may = [option.may_roll + 2 * option.may_bank for option in options]
        ask.totals = [total % 2**32 for total in position.totals[: facts.seats]]
        ask.in_game, ask.forfeited = position.in_game, position.forfeited
        ask.turn_points, ask.locked, ask.inherited = position.turn_points, position.locked, position.inherited
        ask.offer_points, ask.offer_dice = position.offer_points, position.offer_dice
        ask.closer = None if position.closer < 0 else position.closer
        ask.unproven = bool(position.unproven or position.attempt)
        ask.busts = list(position.busts[: facts.seats]) if self.price else []
        return danno.Question(game, ask)

    def check(self, rules, seats, length=0, actions=0):
        games = library.Games(rules, 1, "\n" * (seats - 1), library.SAME_STEP, None, False)
        rng = np.random.default_rng(seats)
        for _ in range(400):
            question = self.make_question(games, int(games.movers[0]))
            observed = np.array(danno.observe(question, length), np.float32)
            self.assertTrue(np.array_equal(observed, games.observations[0]))
            self.assertEqual(danno.action_mask(question, actions), list(games.masks[0]))
            action = int(rng.choice(np.flatnonzero(games.masks[0])))
            self.assertEqual(danno.decision(question, action).option, 0 if question.is_offer else action // 2)
            games.actions[0] = action
            games.step()

    def test_bundled_rules(self):
        self.price = 0
        for rules in BUNDLED:
            for seats in range(2, 7):
                self.check(library.Rules(rules, seats), seats)
        names = danno.env.observation_names("koans", 2)
        self.assertEqual(len(names), library.Rules("koans", 2).facts.observation)
        self.assertEqual(len(set(names)), len(names))

    @unittest.skipUnless("DANNO_PROGRAM" in os.environ, "no program")
    def test_rule_files(self):
        files = sorted(FILES.glob("*.toml"))
        self.assertGreater(len(files), 5)
        for file in files:
            rules = library.Rules(str(file), 3)
            busts = next(line for line in rules.text("canonical").splitlines() if line.startswith("busts"))
            self.price = int(busts.split("in_a_row = ")[1].split(",")[0])
            self.check(rules, 3, rules.facts.observation, rules.facts.actions)
            with self.assertRaisesRegex(ValueError, "rule file"):
                games = library.Games(rules, 1, "\n\n", library.SAME_STEP, None, False)
                danno.observe(self.make_question(games, int(games.movers[0])))


class Files(unittest.TestCase):
    @unittest.skipUnless("DANNO_PROGRAM" in os.environ, "no program")
    def test_every_rule_file_plays(self):
        for file in sorted(FILES.glob("*.toml")):
            env = gymnasium.make("danno/Greed-v0", rules=str(file), regret=False)
            play(env, 100, 1)

    @unittest.skipUnless("DANNO_PROGRAM" in os.environ, "no program")
    def test_a_wrong_file_is_named_with_its_line(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "mine.toml"
            file.write_text("[rules]\nid = 3\n")
            with self.assertRaisesRegex(ValueError, "mine.toml:2"):
                danno.env.GreedEnv(str(file))
            with self.assertRaisesRegex(ValueError, "no such file"):
                danno.env.GreedEnv(str(file) + ".toml")


class Imports(unittest.TestCase):
    def run_python(self, code, hidden=(), **kwargs):
        """Runs code where some packages cannot be imported."""
        head = "import sys\nfor name in %r: sys.modules[name] = None\n" % (list(hidden),)
        return subprocess.run([sys.executable, "-c", head + code], capture_output=True, text=True, **kwargs)

    def test_the_sdk_needs_no_package(self):
        ran = self.run_python("import danno\nprint(danno.roll(1))", ["numpy", "gymnasium"])
        self.assertEqual((ran.returncode, ran.stdout), (0, "Decision(action=1, option=1)\n"))

    def test_what_is_missing_is_named_in_one_line(self):
        for package in ("numpy", "gymnasium"):
            ran = self.run_python("import danno.env", [package])
            self.assertIn("pip install numpy gymnasium", ran.stderr.splitlines()[-1])

    def test_standard_input_and_output_stay_the_trainers(self):
        ran = self.run_python("import danno.env\nprint('out', input())", input="in\n")
        self.assertEqual((ran.returncode, ran.stdout), (0, "out in\n"), ran.stderr)

    def test_danno_registers_it_where_gymnasium_is_already_imported(self):
        made = self.run_python("import gymnasium, danno\nprint(gymnasium.make('danno/Greed-v0', opponents=['odds']).spec.id)")
        self.assertEqual(made.stdout, "danno/Greed-v0\n", made.stderr)

    def test_gymnasium_imports_it_by_its_name(self):
        ran = self.run_python("import gymnasium\nprint(gymnasium.make('danno.env:danno/Greed-v0').unwrapped.rules.seats)")
        self.assertEqual(ran.stdout, "2\n", ran.stderr)

    def test_the_package_finds_them(self):
        ran = self.run_python("import danno\nprint(danno.VectorEnv('koans', 2).num_envs, len(danno.observation_names()))")
        self.assertEqual(ran.stdout, "2 45\n", ran.stderr)


if __name__ == "__main__":
    unittest.main()
