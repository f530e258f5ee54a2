"""Environments to train a bot in: Gymnasium's Env and VectorEnv, and PettingZoo's AEC.

    import danno.env
    import gymnasium
    env = gymnasium.make("danno/Greed-v0", rules="koans", opponents=["odds"])
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

An action is that of danno.h: 2 * option to keep the option and roll, 2 * option + 1 to keep it and bank; then accept and
decline, where the rules have offers. danno.observation_names() tells what an observation holds.

Gymnasium 1 looks for no entry points: to import this module makes danno/Greed-v0 known to it. Where it is not imported,
gymnasium.make("danno.env:danno/Greed-v0") imports it.
"""

from __future__ import annotations

import operator
import secrets
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import danno

danno._return_standard_streams()  # who trains is no agent

from danno import library

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
except ImportError:
    raise ImportError("danno.env needs Gymnasium; install it: pip install numpy gymnasium") from None

LIMIT = 8.0  # observations lie between minus this and this

Opponents = Union[str, Sequence[str]]
_MODES = {
    AutoresetMode.NEXT_STEP: library.NEXT_STEP,
    AutoresetMode.SAME_STEP: library.SAME_STEP,
    AutoresetMode.DISABLED: library.DISABLED,
}


def observation_names(rules: str = "koans", seats: int = 2) -> List[str]:
    """What the numbers of an observation are, in their order. Points are divided by the target, dice by a full throw."""
    return library.Rules(rules, seats).text("observation").splitlines()


def observation_space(rules: library.Rules) -> spaces.Box:
    return spaces.Box(-LIMIT, LIMIT, (rules.facts.observation,), np.float32)


def _find_values(rules: library.Rules, opponents: str, regret: bool) -> Optional[library.Values]:
    return library.Values(rules) if regret or library.needs_values(opponents) else None


def _seed_number(seed: Any) -> int:
    try:
        number = operator.index(seed)
    except TypeError:
        raise TypeError("the seed is %r; expected a whole number" % (seed,)) from None
    if not 0 <= number < 2**64:
        raise ValueError("the seed is %d; expected 0 to 2**64 - 1" % number)
    return number


class GreedEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat at a table; the opponents play inside.

    The reward is 0 until the game ends, and then 1 for the first place to -1 for the last; equal places share.
    `info["action_mask"]` tells the legal actions. `info["regret"]` is what the last action cost, in chance to win, by the
    exact values. It is there for two seats where the rules are solved within seconds, or with `regret=True`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        rules: str = "koans",
        opponents: Opponents = ("hold",),
        seats: int = 2,
        parameters: library.Parameters = None,
        regret: Optional[bool] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError("render_mode is %r; expected 'ansi' or None" % (render_mode,))
        self.render_mode = render_mode
        self.rules = library.Rules(rules, seats, parameters)
        facts = self.rules.facts
        if regret is None:
            regret = facts.seats == 2 and bool(facts.is_quick)
        elif regret and facts.seats != 2:
            raise ValueError("regret is known for two seats, not for %d" % facts.seats)
        policies = library.policy_lines(opponents, facts.seats)
        self._values = _find_values(self.rules, policies, regret)
        self._games = library.Games(self.rules, 1, policies, library.DISABLED, self._values, regret)
        self.observation_space = observation_space(self.rules)
        self.action_space = spaces.Discrete(facts.actions)

    def reset(self, *, seed: Optional[int] = None, options: Any = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None:
            self._games.reset()
        else:
            self._games.reset(seeds=np.array([_seed_number(seed)], np.uint64))
        return self._games.observations[0].copy(), {"action_mask": self._games.masks[0].copy()}

    def step(self, action: Any) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        games = self._games
        try:
            games.actions[0] = operator.index(action)
        except (TypeError, OverflowError):
            games.check_open()
            raise library.IllegalAction(_no_action(action, games)) from None
        games.step()
        info: Dict[str, Any] = {"action_mask": games.masks[0].copy()}
        if games.regrets is not None:
            info["regret"] = float(games.regrets[0])
        over = bool(games.terminated[0])
        if over:
            position = games.position()
            seats = position.seats
            info["places"], info["totals"] = list(position.places[:seats]), list(position.totals[:seats])
        return games.observations[0].copy(), float(games.rewards[0]), over, False, info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, as MaskablePPO asks."""
        self._games.check_open()
        return self._games.masks[0].astype(np.bool_)

    def values(self) -> np.ndarray:
        """The exact chance to win after each action, if both play best from there on; NaN where it is illegal."""
        if self._values is None:
            self._values = library.Values(self.rules)
        return self._games.chances(self._values)

    def judge(self, policy: str) -> int:
        """What a bundled policy would do here: "hold", "timid", "random", "odds" or "optimal"."""
        if policy == "optimal":
            self.values()
        return self._games.judge(policy)

    def render(self) -> Optional[str]:
        return None if self.render_mode is None else describe(self._games)

    def close(self) -> None:
        self._games.close()


def _no_action(action: Any, games: library.Games) -> str:
    shown = repr(action).partition("\n")[0][:60]
    legal = ", ".join(map(str, np.flatnonzero(games.masks[0])))
    return "the action %s is no whole number; legal are %s" % (shown, legal)


def describe(games: library.Games) -> str:
    """A game as text, a line for each option."""
    position, facts = games.position(), games.rules.facts
    faces = facts.faces.decode()

    def points(units: int) -> str:
        return "%g" % (units / facts.unit)

    def dice(counts: Sequence[int]) -> str:
        return "".join(face * count for face, count in zip(faces, counts))

    totals = " ".join(points(total) for total in position.totals[: position.seats])
    lines = ["totals %s, seat %d to move, turn %s" % (totals, position.mover, points(position.turn_points))]
    if position.phase == library.OVER:
        lines = ["totals %s, places %s" % (totals, " ".join(map(str, position.places[: position.seats])))]
    if position.phase == library.OFFER:
        lines.append("offer: %s points and %d dice" % (points(position.offer_points), position.offer_dice))
    if position.phase == library.CHOOSE:
        lines.append("dice %s" % dice(position.thrown))
    for number, option in enumerate(games.options()):
        ways = ["%d: roll %d" % (2 * number, option.next_dice)] * option.may_roll
        ways += ["%d: bank" % (2 * number + 1)] * option.may_bank
        lines.append("  keep %s for %s (%s)" % (dice(option.keep), points(option.points), ", ".join(ways)))
    return "\n".join(lines) + "\n"


class VectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many games that are stepped in one call into the library.

    `autoreset_mode` is Gymnasium's: by NEXT_STEP, the default, the step after the end of a game ignores the action and
    begins the next game; by SAME_STEP the step that ends a game begins the next one, and infos["final_obs"] and
    infos["final_info"] have the end; by DISABLED the caller resets with options={"reset_mask": mask}.
    """

    metadata: Dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        rules: str = "koans",
        num_envs: int = 1,
        opponents: Opponents = ("hold",),
        seats: int = 2,
        parameters: library.Parameters = None,
        regret: bool = False,
        autoreset_mode: Union[str, AutoresetMode] = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError("render_mode is %r; many games are not shown" % (render_mode,))
        self._mode = _find_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.rules = library.Rules(rules, seats, parameters)
        facts = self.rules.facts
        if regret and facts.seats != 2:
            raise ValueError("regret is known for two seats, not for %d" % facts.seats)
        policies = library.policy_lines(opponents, facts.seats)
        values = _find_values(self.rules, policies, regret)
        self.num_envs = library._whole("num_envs", num_envs)
        self.copy = copy
        self.render_mode = None
        if not 1 <= self.num_envs <= 2**17:
            raise ValueError("num_envs is %d; expected 1 to %d" % (self.num_envs, 2**17))
        self._games = library.Games(self.rules, self.num_envs, policies, _MODES[self._mode], values, regret)
        self.single_observation_space = observation_space(self.rules)
        self.single_action_space = spaces.Discrete(facts.actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)
        self._all = np.ones(self.num_envs, np.bool_)

    def reset(
        self, *, seed: Union[None, int, Sequence[Optional[int]]] = None, options: Any = None
    ) -> Tuple[np.ndarray, Dict[str, Any]]:
        games = self._games
        which = self._reset_mask(options)
        if seed is None:
            games.reset(which)
        else:
            given, seeds = self._seeds(seed)
            chosen = self._all if which is None else which
            games.reset((chosen & given).view(np.uint8), seeds)
            if not given.all():
                games.reset((chosen & ~given).view(np.uint8))
        return self._observations(), self._infos()

    def _reset_mask(self, options: Any) -> Optional[np.ndarray]:
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            return None
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            text = "reset_mask has shape %s and type %s; expected (%d,) and bool"
            raise ValueError(text % (mask.shape, mask.dtype, self.num_envs))
        return np.ascontiguousarray(mask)

    def _seeds(self, seed: Any) -> Tuple[np.ndarray, np.ndarray]:
        """Which games get a seed, and the seeds; those of one number count up from it."""
        if np.ndim(seed) == 0:
            seeds: List[Any] = [(_seed_number(seed) + i) % 2**64 for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError("%d seeds for %d games" % (len(seeds), self.num_envs))
        given = np.array([one is not None for one in seeds], np.bool_)
        return given, np.array([0 if one is None else _seed_number(one) for one in seeds], np.uint64)

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        games = self._games
        checked = self._checked(actions)
        games.step(checked.ctypes.data)
        rewards, terminated = games.rewards.copy(), games.terminated.copy()
        return self._observations(), rewards, terminated, np.zeros(self.num_envs, np.bool_), self._infos(terminated)

    def _checked(self, actions: Any) -> np.ndarray:
        """The actions as the library reads them."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            self._games.check_open()
            text = "the actions have shape %s and type %s; expected (%d,) and whole numbers"
            raise library.IllegalAction(text % (given.shape, given.dtype, self.num_envs))
        if given.dtype == np.uint64 and given.size and given.max() > np.iinfo(np.int64).max:
            raise library.IllegalAction("an action is above %d" % np.iinfo(np.int64).max)
        return np.ascontiguousarray(given, np.int64)

    def _observations(self) -> np.ndarray:
        return self._games.observations.copy() if self.copy else self._games.observations

    def _infos(self, terminated: Optional[np.ndarray] = None) -> Dict[str, Any]:
        games = self._games
        infos: Dict[str, Any] = {
            "action_mask": games.masks.copy() if self.copy else games.masks,
            "_action_mask": self._all.copy() if self.copy else self._all,
        }
        if games.regrets is not None:
            infos["regret"] = games.regrets.copy()
            infos["_regret"] = ~np.isnan(games.regrets)
        if games.final_observations is not None and terminated is not None and terminated.any():
            self._add_finals(infos, terminated)
        return infos

    def _add_finals(self, infos: Dict[str, Any], terminated: np.ndarray) -> None:
        """What Gymnasium's own environments tell of games that this step ended."""
        games = self._games
        assert games.final_observations is not None
        finals = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(terminated):
            finals[game] = games.final_observations[game].copy()
        final_info: Dict[str, Any] = {"action_mask": np.zeros_like(games.masks), "_action_mask": terminated.copy()}
        if games.regrets is not None:
            final_info["regret"] = np.where(terminated, games.regrets, np.nan)
            final_info["_regret"] = terminated & ~np.isnan(games.regrets)
        infos["final_obs"], infos["_final_obs"] = finals, terminated.copy()
        infos["final_info"], infos["_final_info"] = final_info, terminated.copy()

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, a row a game."""
        self._games.check_open()
        return self._games.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        self._games.close()


def _find_mode(mode: Any) -> AutoresetMode:
    for known in _MODES:
        if mode in (known, known.name, known.value):
            return known
    expected = ", ".join(known.name for known in _MODES)
    raise ValueError("autoreset_mode is %r; expected %s" % (mode, expected))


def aec_env(
    rules: str = "koans",
    seats: int = 2,
    parameters: library.Parameters = None,
    regret: bool = False,
    render_mode: Optional[str] = None,
) -> Any:
    """PettingZoo's AEC environment, in which the caller plays all seats."""
    from danno.aec import GreedAEC

    return GreedAEC(rules, seats, parameters, regret, render_mode)


gymnasium.register("danno/Greed-v0", entry_point="danno.env:GreedEnv", vector_entry_point="danno.env:VectorEnv")
