"""The games of Tavola for programs: rules, bots, records and a referee, in pure Python.

    from tavola_games import play

    record = play("SLUG", ["easy", "normal"], seed=7)

In this repository the package contains only what programs need in addition, and takes the rest from
`games`. `make wheel` puts both into one folder, so an installed `tavola_games` is self-contained
(docs/package.md).
"""

from __future__ import annotations

from games.engine.arrays import Encoder, Entries
from games.engine.bots import Bot, Easy, Memories, Question, question, questions
from games.engine.chance import Chance
from games.engine.contract import Effect, Game, Move, Outcome, Position
from games.engine.information_state import InformationState, information_state_of, tell
from games.engine.record import Record, parse_json, read_record
from games.engine.referee import Requested, judge
from games.engine.refusals import Refusal
from games.engine.replay import Replayed, read_move, replay
from tavola_games.catalogue import RULES, bot, bot_levels, broken_games, game, newest, slugs
from tavola_games.numbers import encoder
from tavola_games.play import deal, play

__all__ = [
    "RULES",
    "Bot",
    "Chance",
    "Easy",
    "Effect",
    "Encoder",
    "Entries",
    "Game",
    "InformationState",
    "Memories",
    "Move",
    "Outcome",
    "Position",
    "Question",
    "Record",
    "Refusal",
    "Replayed",
    "Requested",
    "bot",
    "bot_levels",
    "broken_games",
    "deal",
    "encoder",
    "game",
    "information_state_of",
    "judge",
    "newest",
    "parse_json",
    "play",
    "question",
    "questions",
    "read_move",
    "read_record",
    "replay",
    "slugs",
    "tell",
]
