"""Matches replayed from what lies in a store, and held against how they stood.

What is compared, and with what, is told in docs/decisions (old matches replay for ever).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from games.engine.contract import Json, Outcome
from games.engine.refusals import Refusal
from games.engine.verify import with_leavers
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.services.event_store import MatchState, digest_of, follow, laid_out
from games.titles.registry import ALL_RULES, is_installed

PLAYED = (Match.Status.RUNNING, Match.Status.FINISHED, Match.Status.ABORTED)
"""Only these have been dealt."""


class FiledEvent(NamedTuple):
    """What a replay reads of an event."""

    number: int
    kind: str
    seat: int | None
    data: Json


class FiledPlayer(NamedTuple):
    """What a replay must come to at one seat; the fields are named as those of the model."""

    seat: int | None
    asked_at: int | None
    left_at: int | None
    place: int | None
    score: int | None


@dataclass(frozen=True)
class Filed:
    """A match as it lies in a store; the fields are named as those of the model."""

    id: str
    game: str
    rules: int
    seats: int
    options: Json
    status: str
    last_number: int
    outcome: Json | None
    digest: str
    seed: str | None
    position: Json | None
    players: list[FiledPlayer]
    events: list[FiledEvent]


class Earlier(NamedTuple):
    """How a match stood after one of its events, as another replay told it."""

    number: int
    digest: str


Answer = Literal["same", "differs", "broken", "missing"]


@dataclass(frozen=True)
class Verdict:
    """What came of a replay. `differs`: not to what is stored; `broken`: to no end at all;
    `missing`: its game is not installed here, and nothing was replayed."""

    match: str
    game: str
    rules: int
    status: str
    number: int
    verdict: Answer
    digest: str = ""
    stored: bool = False
    """Whether a digest lay in the store to compare with."""
    why: str = ""

    @property
    def lacks_digest(self) -> bool:
        """Whether it has ended without one: nothing but its outcome was compared."""
        return self.status != Match.Status.RUNNING and not self.stored

    def dump(self) -> Json:
        return asdict(self)


def read(ids: Sequence[str], alias: str) -> list[Filed]:
    """Some matches with all that belongs to them, in three queries."""
    heads = Match.objects.using(alias).filter(id__in=ids).values(*_HEAD)
    secrets = {
        secret.match_id: secret for secret in MatchSecret.objects.using(alias).filter(match__in=ids)
    }
    players: dict[str, list[FiledPlayer]] = {}
    seated = Player.objects.using(alias).filter(match__in=ids).order_by("seat")
    for match_id, *player in seated.values_list("match_id", *FiledPlayer._fields):
        players.setdefault(match_id, []).append(FiledPlayer(*player))
    events: dict[str, list[FiledEvent]] = {}
    stored = Event.objects.using(alias).filter(match__in=ids).order_by("match_id", "number")
    for match_id, *event in stored.values_list("match_id", *FiledEvent._fields):
        events.setdefault(match_id, []).append(FiledEvent(*event))
    found = {}
    for head in heads:
        secret = secrets.get(head["id"])
        found[head["id"]] = Filed(
            **head,
            seed=secret.seed if secret else None,
            position=secret.position if secret else None,
            players=players.get(head["id"], []),
            events=events.get(head["id"], []),
        )
    return [found[id] for id in ids if id in found]


_HEAD = (
    *("id", "game", "rules", "seats", "options", "status", "last_number", "outcome", "digest"),
)


def check(filed: Filed, earlier: Earlier | None = None) -> Verdict:
    """Replay a match and say whether it is what is stored, and what it was `earlier`."""
    if not is_installed(filed.game):
        return _verdict(filed, "missing", why=f"There is no {filed.game} here.")
    try:
        standing, then = _replayed(filed, earlier.number if earlier else None)
    except Refusal as refusal:
        return _verdict(filed, "broken", why=f"{refusal.code}: {refusal.reason}")
    except Exception as error:
        return _verdict(filed, "broken", why=f"{type(error).__name__}: {error}")
    digest = digest_of(standing)
    why = _difference(filed, standing, digest)
    if not why and earlier is not None and then != earlier.digest:
        why = f"It is not what it was after event {earlier.number}."
    return _verdict(filed, "differs" if why else "same", digest, why)


def _verdict(filed: Filed, verdict: Answer, digest: str = "", why: str = "") -> Verdict:
    head = (filed.id, filed.game, filed.rules, filed.status, filed.last_number)
    return Verdict(*head, verdict, digest, bool(filed.digest), why)


def _replayed(filed: Filed, then: int | None) -> tuple[MatchState, str | None]:
    """How a match stands in the end, and the digest of how it stood after event `then`."""
    rules = ALL_RULES.get((filed.game, filed.rules))
    if rules is None:
        raise LookupError(f"There is no {filed.game} of rules version {filed.rules} here.")
    if not filed.seed:
        raise LookupError("Its seed is missing.")
    numbers = [event.number for event in filed.events[: filed.last_number]]
    if numbers != list(range(1, filed.last_number + 1)):
        raise LookupError("Events are missing.")
    standing = laid_out(rules, filed.seats, filed.options, filed.seed, filed.position)
    digest = digest_of(standing) if then == 0 else None
    # Behind the newest number lies what was played while this was read.
    for event in filed.events[: filed.last_number]:
        standing = follow(standing, event)
        if event.number == then:
            digest = digest_of(standing)
    return standing, digest


def _difference(filed: Filed, standing: MatchState, digest: str) -> str:
    """The first thing that is not what is stored; "" if nothing is."""
    if filed.digest and filed.digest != digest:
        return "It is not what it was at its end."
    if filed.status == Match.Status.FINISHED:
        return _wrong_end(filed, standing)
    asked = {player.seat for player in filed.players if player.asked_at is not None}
    running = filed.status == Match.Status.RUNNING
    if asked != (set(standing.position.to_move()) if running else set()):
        return "Others are asked than those whose turn it is."
    return ""


def _wrong_end(filed: Filed, standing: MatchState) -> str:
    gone = [(p.left_at, p.seat) for p in filed.players if p.left_at is not None]
    left = [seat for _number, seat in sorted(gone) if seat is not None]
    outcome: Outcome | None = standing.position.outcome()
    if outcome is None and not left:
        return "It is stored as finished, but goes on."
    if outcome is None or left:
        outcome = with_leavers(outcome, filed.seats, left)
    if filed.outcome != outcome.dump():
        return "Its outcome is another one."
    stored = [(player.place, player.score) for player in filed.players]
    if stored != list(zip(outcome.places, outcome.scores, strict=True)):
        return "Its places or scores are not those of its outcome."
    return ""
