"""Greed as PettingZoo's AEC environment: danno.aec_env()."""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np
from gymnasium import spaces

from danno import env as environments
from danno import library

try:
    from pettingzoo import AECEnv
except ImportError:
    raise ImportError("danno.aec_env needs PettingZoo; install it: pip install pettingzoo") from None


class GreedAEC(AECEnv):  # type: ignore[misc]
    """All seats are the caller's; the agent that is asked has an action mask in its observation."""

    metadata = {"name": "danno_greed_v0", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self, rules: str, seats: int, parameters: library.Parameters, regret: bool, render_mode: Optional[str]
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError("render_mode is %r; expected 'ansi' or None" % (render_mode,))
        self.render_mode = render_mode
        self.rules = library.Rules(rules, seats, parameters)
        facts = self.rules.facts
        if regret and facts.seats != 2:
            raise ValueError("regret is known for two seats, not for %d" % facts.seats)
        self._values = library.Values(self.rules) if regret else None
        policies = "\n" * (facts.seats - 1)
        self._games = library.Games(self.rules, 1, policies, library.DISABLED, self._values, regret)
        self.possible_agents = ["player_%d" % seat for seat in range(facts.seats)]
        self._seat_numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = spaces.Box(0, 1, (facts.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": environments.observation_space(self.rules), "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(facts.actions) for agent in self.possible_agents}
        self.reset()

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Any = None) -> None:
        if seed is None:
            self._games.reset()
        else:
            self._games.reset(seeds=np.array([environments._seed_number(seed)], np.uint64))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self._games.movers[0]]

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        observation, mask = self._games.observe(self._seat_numbers[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        self._games.check_open()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        games = self._games
        try:
            games.actions[0] = action.__index__()
        except (AttributeError, TypeError, OverflowError):
            raise library.IllegalAction(environments._no_action(action, games)) from None
        games.step()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if games.regrets is not None:
            self.infos[agent]["regret"] = float(games.regrets[0])
        if games.terminated[0]:
            self._end()
        else:
            self.agent_selection = self.agents[games.movers[0]]
        self._accumulate_rewards()

    def _end(self) -> None:
        rewards = self._games.position().rewards
        for agent in self.agents:
            self.rewards[agent] = rewards[self._seat_numbers[agent]]
            self.terminations[agent] = True

    def render(self) -> Optional[str]:
        return None if self.render_mode is None else environments.describe(self._games)

    def values(self) -> np.ndarray:
        """The mover's exact chance to win after each action; NaN where it is illegal. Two seats only."""
        if self._values is None:
            self._values = library.Values(self.rules)
        return self._games.chances(self._values)

    def close(self) -> None:
        self._games.close()
