"""Every game as a Python game of OpenSpiel: `pip install tavola-games[openspiel]`.

    import pyspiel
    from tavola_games import openspiel

    openspiel.register()
    game = pyspiel.load_game("tavola_SLUG(players=3)")

The options of a game are parameters with the same names. All chance of a game follows from its
seed, so chance nodes are only at the beginning; each draws one byte of the seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from games.engine.arrays import Encoder
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Game, Position
from tavola_games import catalogue
from tavola_games.numbers import encoder
from tavola_games.table import rewards_of

BYTE = 256
DRAWN = 4
"""Number of drawn bytes of the seed; the others are 0. This gives 2³² deals."""
LONGEST = 20_000
"""Decisions after which a game is called off with returns of 0; real games are much shorter."""


def register() -> list[str]:
    """Register every game that has an encoder; return their short names."""
    return [_registered(slug) for slug in catalogue.slugs() if catalogue.core_of(slug).arrays]


@cache
def _registered(slug: str) -> str:
    """Register a game; cached, because OpenSpiel keeps it until the process ends."""
    kind = _type_of(catalogue.game(slug))
    made = type(slug.title(), (TavolaGame,), {"slug": slug, "kind": kind})
    pyspiel.register_game(kind, made)
    return str(kind.short_name)


def _type_of(game: Game) -> Any:
    plain = {o.name: o.default for o in game.options if isinstance(o.default, bool | int | str)}
    return pyspiel.GameType(
        short_name=f"tavola_{game.slug}",
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], **plain},
    )


Agreed = tuple[tuple[str, Any], ...]
"""The parameters of a table and their values, sorted."""


class _Table:
    """What all games of one table share; it is neither copied nor pickled with them."""

    def __init__(self, slug: str, agreed: Agreed) -> None:
        given = dict(agreed)
        self.seats: int = given.pop("players")
        self.rules = catalogue.newest(slug)
        self.options = self.rules.game.read_options(given, self.seats)
        self.encoder = encoder(slug, self.seats, given)
        self._named = slug, agreed

    def __deepcopy__(self, memo: Any) -> _Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _table, self._named


@cache
def _table(slug: str, agreed: Agreed) -> _Table:
    return _Table(slug, agreed)


class _Play:
    """A game in progress; pickled as its moves."""

    def __init__(self, table: _Table, seed: bytes, actions: Iterable[int] = ()) -> None:
        self._table, self._seed = table, seed
        self.actions: list[int] = []
        self.position = table.rules.deal(table.seats, table.options, Chance(seed, 0))
        for action in actions:
            self.decide(action)

    def decide(self, action: int) -> None:
        """Play the move of this number for the first seat that has to decide."""
        self.actions.append(action)
        chance = Chance(self._seed, len(self.actions))
        move = self._table.encoder.moves[action]
        self.position.play(self.position.to_move()[0], move, chance)

    def __deepcopy__(self, memo: Any) -> _Play:
        copy = object.__new__(_Play)
        copy._table, copy._seed = self._table, self._seed
        copy.actions, copy.position = self.actions.copy(), self.position.clone()
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return _Play, (self._table, self._seed, self.actions)


class TavolaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A table of one of the games.

    OpenSpiel may return another Python object for the same game, so nothing is stored in it: the
    table is found by the parameters.
    """

    slug: str
    kind: Any

    def __init__(self, params: Any = None) -> None:
        given = params or {}
        table = self._table_for(given)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(table.encoder.moves),
            max_chance_outcomes=BYTE,
            num_players=table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    @property
    def table(self) -> _Table:
        return self._table_for(self.get_parameters())

    def _table_for(self, params: Any) -> _Table:
        given = {**self.kind.parameter_specification, **params}
        return _table(self.slug, tuple(sorted(given.items())))

    def new_initial_state(self) -> TavolaState:
        return TavolaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError("These observations have no parameters.")
        return Observer(self.table.encoder)


class TavolaState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A game in progress: first the seed is drawn, then the seats decide."""

    def __init__(self, game: TavolaGame) -> None:
        super().__init__(game)
        self._table = game.table
        self._drawn = b""
        self._play: _Play | None = None

    @property
    def position(self) -> Position | None:
        """The position; None while the seed is drawn."""
        return None if self._play is None else self._play.position

    def current_player(self) -> int:
        if self._play is None:
            return int(pyspiel.PlayerId.CHANCE)
        called_off = len(self._play.actions) >= LONGEST
        asked = () if called_off else self._play.position.to_move()
        return asked[0] if asked else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self._play is not None
        return sorted(self._table.encoder.legal(self._play.position.moves(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _apply_action(self, action: int) -> None:
        if self._play is not None:
            self._play.decide(action)
            return
        self._drawn += bytes((action,))
        if len(self._drawn) == DRAWN:
            self._play = _Play(self._table, self._drawn.ljust(SEED_BYTES, b"\0"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"byte {action} of the seed"
        written = self._table.encoder.moves[action].dump()
        return " ".join(map(str, written.values()))

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        outcome = None if self.position is None else self.position.outcome()
        if outcome is None:
            return [0.0] * self._table.seats
        return list(rewards_of(outcome.places))

    def __str__(self) -> str:
        return "being dealt" if self.position is None else str(self.position.dump())


class Observer:
    """What a player observes: the numbers of their seat's view."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.tensor = np.zeros(len(encoder.highs), np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for entries in encoder.entries:
            end = begin + len(entries.highs)
            self.dict[entries.name] = self.tensor[begin:end]
            begin = end

    def set_from(self, state: TavolaState, player: int) -> None:
        if state.position is None:
            self.tensor.fill(0)
            return
        self.tensor[:] = self._encoder.observe(state.position.view(player), player)

    def string_from(self, state: TavolaState, player: int) -> str:
        return "being dealt" if state.position is None else str(state.position.view(player))
