"""The games of Tavola for programs: rules, bots, records and a referee, in pure Python.

In this repository the package holds what only programs need and takes the rest from `games`;
`make wheel` puts both into one folder, so that an installed `tavola_games` stands by itself
(docs/package.md).
"""

from __future__ import annotations

from games.engine.arrays import Encoder, Entries
from games.engine.bots import Bot, Easy, Memories, Question, question, questions
from games.engine.chance import Chance
from games.engine.contract import Game, Happening, Move, Outcome, Position
from games.engine.knowledge import Knowledge, knowledge_of, tell
from games.engine.record import Record, parse_json, read_record
from games.engine.referee import Requested, judge
from games.engine.refusals import Refusal
from games.engine.replay import Replayed, read_move, replay
from tavola_games.catalogue import RULES, bot, bot_levels, game, newest, slugs
from tavola_games.numbers import encoder
from tavola_games.play import deal, play

__all__ = [
    "RULES",
    "Bot",
    "Chance",
    "Easy",
    "Encoder",
    "Entries",
    "Game",
    "Happening",
    "Knowledge",
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
    "deal",
    "encoder",
    "game",
    "judge",
    "knowledge_of",
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
