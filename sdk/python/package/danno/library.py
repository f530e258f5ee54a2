"""The rules, dice, policies and exact values of danno: libdanno, whose functions danno.h describes.

Nobody needs this module who uses danno.env.
"""

from __future__ import annotations

import ctypes
import os
import secrets
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

try:
    import numpy as np
except ImportError:
    raise ImportError("danno's environments need NumPy; install it: pip install numpy gymnasium") from None

ABI = 1
SEATS = 6
NEXT_STEP, SAME_STEP, DISABLED = range(3)
OFFER, THROW, CHOOSE, OVER = range(4)
_TEXTS = {"id": 0, "title": 1, "canonical": 2, "parameters": 3, "duties": 4, "observation": 5, "why_unsolved": 6}

Parameters = Optional[Mapping[str, Any]]


class DannoLibraryError(ValueError):
    """What the library refused, in its own words."""


class IllegalAction(DannoLibraryError):
    """An action that is not legal in its game. No game has changed."""


class ClosedError(RuntimeError):
    """Something was asked of games that are closed."""


class _Error(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 512)]


class Facts(ctypes.Structure):
    """What follows from rules: danno_facts."""

    _fields_ = [
        *((name, ctypes.c_int32) for name in "seats dice unit target entry options actions observation".split()),
        *((name, ctypes.c_int32) for name in "has_offers is_solvable is_quick".split()),
        ("faces", ctypes.c_char * 8),
    ]


class _Arrays(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_void_p)
        for name in "observations masks movers rewards terminated final_observations regrets".split()
    ]


class Position(ctypes.Structure):
    """The position of a game: danno_position. Points are in units."""

    _fields_ = [
        *((name, ctypes.c_int32) for name in "seats mover phase capped closer winner in_game forfeited".split()),
        *((name, ctypes.c_int32) for name in "turn_points locked inherited attempt unproven roll dice".split()),
        *((name, ctypes.c_int32) for name in "offer_points offer_dice".split()),
        *((name, ctypes.c_int32 * SEATS) for name in "thrown totals turns busts places".split()),
        ("rewards", ctypes.c_double * SEATS),
    ]


class Option(ctypes.Structure):
    """A legal keep: danno_option."""

    _fields_ = [
        ("keep", ctypes.c_int32 * 6),
        *((name, ctypes.c_int32) for name in "points next_dice may_roll may_bank no_bank".split()),
    ]


_POINTER, _TEXT, _INT, _LONG = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32, ctypes.c_int64
_SIZE, _SEED = ctypes.c_size_t, ctypes.c_uint64
_FUNCTIONS: Mapping[str, Tuple[Any, ...]] = {  # the result, then the parameters
    "danno_abi": (ctypes.c_uint32,),
    "danno_rules_new": (_POINTER, _TEXT, _INT, _TEXT, _POINTER),
    "danno_rules_free": (None, _POINTER),
    "danno_rules_facts": (_INT, _POINTER, _POINTER, _POINTER),
    "danno_rules_text": (_SIZE, _POINTER, _INT, _POINTER, _SIZE),
    "danno_values_new": (_POINTER, _POINTER, _TEXT, _INT, _INT, _POINTER),
    "danno_values_free": (None, _POINTER),
    "danno_games_new": (_POINTER, _POINTER, _POINTER, _LONG, _TEXT, _INT, _SEED, _POINTER),
    "danno_games_free": (None, _POINTER),
    "danno_games_reset": (_INT, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER),
    "danno_games_step": (_INT, _POINTER, _POINTER, _POINTER, _POINTER),
    "danno_games_save": (_SIZE, _POINTER, _POINTER, _SIZE),
    "danno_games_load": (_INT, _POINTER, _POINTER, _SIZE, _POINTER, _POINTER),
    "danno_game_position": (_INT, _POINTER, _LONG, _POINTER, _POINTER),
    "danno_game_options": (_INT, _POINTER, _LONG, _POINTER, _POINTER),
    "danno_game_judge": (_INT, _POINTER, _LONG, _TEXT, _POINTER),
    "danno_game_chances": (_INT, _POINTER, _LONG, _POINTER, _POINTER, _POINTER),
    "danno_game_observe": (_INT, _POINTER, _LONG, _INT, _POINTER, _POINTER, _POINTER),
}

_loaded: Any = None


def load() -> Any:
    """The library of this package, or the one that $DANNO_LIBRARY names."""
    global _loaded
    if _loaded is None:
        brought = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libdanno.so")
        path = brought if os.path.exists(brought) else os.environ.get("DANNO_LIBRARY", brought)
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            text = "libdanno cannot be loaded (%s); pip install --force-reinstall danno, or let DANNO_LIBRARY name it"
            raise ImportError(text % error) from None
        for name, (result, *parameters) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, parameters
        if library.danno_abi() != ABI:
            raise ImportError("%s has version %d; expected %d" % (path, library.danno_abi(), ABI))
        _loaded = library
    return _loaded


def _encode(text: str) -> bytes:
    if "\0" in text:
        raise DannoLibraryError("%r has a zero byte" % text)
    return text.encode()


def _shown(value: Any) -> str:
    """A parameter as danno writes it."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _rules_text(rules: str) -> str:
    """The id, or the canonical text of a rule file."""
    if not (rules.endswith(".toml") or os.sep in rules):
        return rules
    from danno.program import DannoError, run

    try:
        return run("rules", rules, "--toml")
    except DannoError as error:
        raise DannoLibraryError(str(error)) from None


class Rules:
    """The rules of a game: a rule set's id or file, the number of seats, changed parameters."""

    def __init__(self, rules: str, seats: int = 2, parameters: Parameters = None) -> None:
        if not isinstance(rules, str):
            raise TypeError("the rules are %r; expected an id or a rule file" % (rules,))
        self.seats = _whole("seats", seats)
        self._text = _rules_text(rules)
        self._parameters = "\n".join("%s=%s" % (name, _shown(value)) for name, value in (parameters or {}).items())
        self._make()

    def _make(self) -> None:
        error = _Error()
        arguments = _encode(self._text), self.seats, _encode(self._parameters), ctypes.byref(error)
        self.handle = load().danno_rules_new(*arguments)
        if not self.handle:
            raise DannoLibraryError(error.text.decode(errors="replace"))
        self.facts = Facts()
        load().danno_rules_facts(self.handle, ctypes.byref(self.facts), None)

    def text(self, kind: str) -> str:
        """A text about the rules: "id", "title", "canonical", "parameters", "duties" or "observation"."""
        size = load().danno_rules_text(self.handle, _TEXTS[kind], None, 0)
        buffer = ctypes.create_string_buffer(size + 1)
        load().danno_rules_text(self.handle, _TEXTS[kind], buffer, size + 1)
        return buffer.value.decode()

    def __getstate__(self) -> Mapping[str, Any]:
        return {"seats": self.seats, "_text": self._text, "_parameters": self._parameters}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)
        self._make()

    def __deepcopy__(self, memory: Any) -> Rules:
        return self  # it never changes

    def __del__(self) -> None:
        if getattr(self, "handle", None) and _loaded is not None:
            _loaded.danno_rules_free(self.handle)


class Values:
    """The exact values of rules, from danno's cache; they are solved where it has none."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        error = _Error()
        arguments = rules.handle, None, 1, os.cpu_count() or 1, ctypes.byref(error)
        self.handle = load().danno_values_new(*arguments)
        if not self.handle:
            raise DannoLibraryError(error.text.decode(errors="replace"))

    def __reduce__(self) -> Tuple[Any, ...]:
        return Values, (self.rules,)

    def __deepcopy__(self, memory: Any) -> Values:
        return self

    def __del__(self) -> None:
        if getattr(self, "handle", None) and _loaded is not None:
            _loaded.danno_values_free(self.handle)


class Games:
    """Many games that are stepped together: danno_games, with its arrays."""

    def __init__(
        self, rules: Rules, count: int, policies: str, autoreset: int, values: Optional[Values], regrets: bool
    ) -> None:
        self.rules, self.count, self.policies, self.autoreset = rules, count, policies, autoreset
        self.values, self._wants_regrets = values, regrets
        self.handle: Optional[int] = None
        self._make_arrays()
        self._make(secrets.randbits(64))

    def _make_arrays(self) -> None:
        count, facts = self.count, self.rules.facts
        self.observations = np.zeros((count, facts.observation), np.float32)
        self.masks = np.zeros((count, facts.actions), np.int8)
        self.movers = np.zeros(count, np.int32)
        self.rewards = np.zeros(count, np.float64)
        self.terminated = np.zeros(count, np.bool_)
        same_step = self.autoreset == SAME_STEP
        self.final_observations = np.zeros_like(self.observations) if same_step else None
        self.regrets = np.full(count, np.nan) if self._wants_regrets else None
        self.actions = np.zeros(count, np.int64)
        arrays = (self.observations, self.masks, self.movers, self.rewards, self.terminated)
        self._arrays = _Arrays(*(_address(array) for array in (*arrays, self.final_observations, self.regrets)))
        self._error = _Error()
        self._rest = ctypes.addressof(self._arrays), ctypes.addressof(self._error)
        self._step_call = load().danno_games_step
        self._actions_address = self.actions.ctypes.data

    def _make(self, seed: int) -> None:
        values = self.values.handle if self.values else None
        arguments = self.rules.handle, values, self.count, _encode(self.policies), self.autoreset, seed
        self.handle = load().danno_games_new(*arguments, self._rest[1])
        if not self.handle:
            raise self._refusal()
        self.reset(np.zeros(self.count, np.uint8))

    def _refusal(self, kind: type = DannoLibraryError) -> Exception:
        refusal: Exception = kind(self._error.text.decode(errors="replace"))
        return refusal

    def check_open(self) -> None:
        if self.handle is None:
            raise ClosedError("the environment is closed; make a new one")

    def reset(self, which: Any = None, seeds: Any = None) -> None:
        """Begins new games where `which` is set, or all."""
        self.check_open()
        arguments = self.handle, _address(which), _address(seeds), *self._rest
        if load().danno_games_reset(*arguments) != 0:
            raise self._refusal()

    def step(self, actions_address: Optional[int] = None) -> None:
        """Takes the actions at the address, or those in self.actions."""
        if self.handle is None:
            self.check_open()
        if self._step_call(self.handle, actions_address or self._actions_address, *self._rest):
            raise self.illegal()

    def illegal(self) -> Exception:
        refusal = self._refusal(IllegalAction)
        hint = "; choose by info['action_mask'], or by action_masks() in MaskablePPO"
        return IllegalAction(str(refusal) + hint) if "is illegal" in str(refusal) else refusal

    def position(self, game: int = 0) -> Position:
        self.check_open()
        position = Position()
        if load().danno_game_position(self.handle, game, ctypes.byref(position), self._rest[1]) != 0:
            raise self._refusal()
        return position

    def options(self, game: int = 0) -> Sequence[Option]:
        self.check_open()
        options = (Option * 64)()
        count = load().danno_game_options(self.handle, game, options, self._rest[1])
        if count < 0:
            raise self._refusal()
        return options[:count]

    def chances(self, values: Values, game: int = 0) -> np.ndarray:
        """The mover's exact chance after each action; NaN where it is illegal."""
        self.check_open()
        if self.values is None:
            self._attach(values)
        chances = np.empty(self.rules.facts.actions)
        if load().danno_game_chances(self.handle, game, chances.ctypes.data, None, self._rest[1]) != 0:
            raise self._refusal()
        return chances

    def _attach(self, values: Values) -> None:
        """Makes the same games anew, with exact values."""
        saved, old = self.save(), self.handle
        self.values = values
        self._make(0)
        load().danno_games_free(old)
        self.load(saved)

    def judge(self, policy: str, game: int = 0) -> int:
        """The action of a policy."""
        self.check_open()
        action = load().danno_game_judge(self.handle, game, _encode(policy), self._rest[1])
        if action < 0:
            raise self._refusal()
        return int(action)

    def observe(self, seat: int, game: int = 0) -> Tuple[np.ndarray, np.ndarray]:
        """What a seat sees, and its mask."""
        self.check_open()
        observation = np.empty(self.rules.facts.observation, np.float32)
        mask = np.empty(self.rules.facts.actions, np.int8)
        arguments = game, seat, observation.ctypes.data, mask.ctypes.data, self._rest[1]
        if load().danno_game_observe(self.handle, *arguments) != 0:
            raise self._refusal()
        return observation, mask

    def save(self) -> bytes:
        self.check_open()
        size = load().danno_games_save(self.handle, None, 0)
        buffer = ctypes.create_string_buffer(size)
        load().danno_games_save(self.handle, buffer, size)
        return buffer.raw

    def load(self, saved: bytes) -> None:
        self.check_open()
        if load().danno_games_load(self.handle, saved, len(saved), *self._rest) != 0:
            raise self._refusal()

    def close(self) -> None:
        if self.handle is not None and _loaded is not None:
            _loaded.danno_games_free(self.handle)
        self.handle = None

    def __getstate__(self) -> Mapping[str, Any]:
        names = "rules", "count", "policies", "autoreset", "values", "_wants_regrets"
        state = {name: getattr(self, name) for name in names}
        # The saved games lack what the last step told.
        told = self.rewards, self.terminated, self.final_observations, self.regrets
        return {**state, "saved": self.save() if self.handle else None, "told": told}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update({name: value for name, value in state.items() if name not in ("saved", "told")})
        self.handle = None
        self._make_arrays()
        if state["saved"] is None:
            return
        self._make(0)
        self.load(state["saved"])
        for name, array in zip(("rewards", "terminated", "final_observations", "regrets"), state["told"]):
            if array is not None:
                getattr(self, name)[:] = array

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.close()


def _address(array: Optional[np.ndarray]) -> Optional[int]:
    return None if array is None else int(array.ctypes.data)


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError("%s is %r; expected a whole number" % (name, value))
    number = int(value)
    if not -(2**31) <= number < 2**31:
        raise ValueError("%s is %d; expected a small number" % (name, number))
    return number


def policy_lines(opponents: Union[str, Sequence[str]], seats: int) -> str:
    """A line for each seat: the first is the caller's. One opponent plays all other seats."""
    names = [opponents] if isinstance(opponents, str) else list(opponents)
    if not all(isinstance(name, str) and name and "\n" not in name for name in names):
        raise TypeError("the opponents are %r; expected names such as 'hold', 'hold --at 300' or 'odds'" % (opponents,))
    if len(names) == 1:
        names *= seats - 1
    if len(names) != seats - 1:
        text = "%d opponents at a table of %d seats; expected one, which plays all other seats, or %d"
        raise ValueError(text % (len(names), seats, seats - 1))
    return "\n".join(["", *names])


def needs_values(opponents: str) -> bool:
    return "optimal" in opponents.split("\n")
