"""The sentence of a notification in the reader's language."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Appeal, Sanction
from accounts.moderation_words import describe_act
from accounts.permissions import describe_sanction
from accounts.services.guests import name_in_words
from accounts.services.reserved_names import DELETED_PLAYER
from core.languages.direction import isolated
from core.languages.local_time import moment_at_end, moment_words, reader, zone_info
from games.boards.words import list_words
from games.engine.contract import Json
from games.lobby.models import Decline
from games.notifications.models import Notification
from games.titles.registry import game_of, is_installed

Kind = Notification.Kind


def sentence_of(notification: Notification) -> str:
    """Return the sentence, with the present names of players."""
    facts, actor, match = facts_of(notification), notification.actor, notification.match
    achievements = [_(name) for name in facts.get("achievements", ())]
    words = _words(notification.kind, facts)
    slug = facts.get("game", "") if match is None else match.game
    return words.format(
        name="" if actor is None else isolated(name_in_words(actor.name)),
        game=game_of(slug).name if is_installed(slug) else slug,
        game_night=isolated(facts.get("game_night", "")),
        club=isolated(facts.get("club", "")),
        event=isolated(facts.get("event", "")),
        round=facts.get("round", ""),
        when=_local_time(facts),
        reason=reason_words(facts.get("reason", "")),
        achievements=list_words(achievements),
        moderator=isolated(facts.get("moderator", "")),
        person=isolated(facts.get("person", DELETED_PLAYER)),
        why=isolated(facts.get("why", "")),
        act=describe_act(facts.get("act", "")),
    )


def facts_of(notification: Notification) -> Json:
    """Return the facts of a notification, with the present name of the player that it is about."""
    person = notification.person
    return notification.facts if person is None else {**notification.facts, "person": person.name}


def reason_words(reason: str) -> str:
    """Return a reason to decline in words, or ""."""
    return str(Decline(reason).label) if reason in Decline.values else ""


def _words(kind: str, facts: Json) -> str:
    if kind == Kind.CHALLENGE:
        return _challenge_words(facts)
    if kind == Kind.CLOSING:
        return _closing_words(facts)
    if kind == Kind.SANCTION:
        return _sanction_words(facts)
    return {
        Kind.INVITATION: _("{name} invites you to a table of {game}."),
        Kind.REMATCH: _("{name} offers you a rematch of {game}."),
        Kind.FOUND: _("Opponents found: {game}. Come within a minute."),
        Kind.BEGUN: _("Your match of {game} has begun."),
        Kind.MENTION: _("{name} mentioned you at a table of {game}."),
        Kind.MESSAGE: _("{name} wrote to you."),
        Kind.FOLLOWER: _("{name} now follows you."),
        Kind.REPORT: _("One of your reports was decided. Thank you for looking out for others."),
        Kind.GAME_NIGHT: _game_night_words(facts),
        Kind.ACHIEVED: _("You earned: {achievements}."),
        Kind.CLUB: _club_words(facts),
        Kind.EVENT: _event_words(facts),
        Kind.DEAL: _("All tables are over. See what others did with your cards: {game}."),
        Kind.MISSED: _missed_words(facts),
        Kind.DEADLINE: _("Your time runs out soon: {game}."),
        Kind.STAFF: _("{moderator} acted on {person}, who is staff: {act}."),
        Kind.STOPPED: _stopped_words(facts),
    }[Kind(kind)]


def _missed_words(facts: dict[str, str]) -> str:
    if facts.get("what") == "table":
        return _("Your table of {game} was closed: you had left the site.")
    if facts.get("what") == "time":
        return _("Your time ran out so early in a match of {game} that it was called off.")
    return _("A match of {game} was called off: it began, and you didn’t come.")


def _stopped_words(facts: dict[str, str]) -> str:
    if facts.get("what") == "mail":
        return _("Emails to you failed too often, so we turned them off.")
    if facts.get("what") == "bot":
        return _("The webhook of your bot {person} failed too often, so we turned it off.")
    return _("Your webhook failed too often, so we turned it off.")


def _sanction_words(facts: dict[str, str]) -> str:
    if facts["sanction"] == "rename":
        return _(
            "A moderator removed your name. You sign in as {person} until you choose a new "
            "username. Reason: {why}"
        )
    if "lifted" in facts:
        return _("A moderator lifted one of your sanctions.")
    until = datetime.fromisoformat(facts["until"]) if facts["until"] else None
    sanction = describe_sanction(Sanction(kind=facts["sanction"], until=until))
    if "verdict" not in facts:
        return sanction
    verdict = Appeal.Verdict(facts["verdict"])
    words = _("Your appeal was decided: {verdict}.").format(verdict=verdict.label)
    return f"{words} {sanction}" if verdict == Appeal.Verdict.SHORTENED else words


def _game_night_words(facts: dict[str, str]) -> str:
    if facts.get("what") == "seat":
        return _("{game_night}: your table of {game} is ready.")
    return _("{name} opened a game night: {game_night}.")


def _club_words(facts: dict[str, str]) -> str:
    return {
        "request": _("{name} asks to join your club {club}."),
        "accepted": _("You are a member of the club {club} now."),
        "expelled": _("You were expelled from the club {club}."),
        "readmitted": _("You can join the club {club} again."),
        "dissolved": _(
            "The club {club} was dissolved. The results of its events and leagues stay."
        ),
        "cleared": _("A moderator removed the name and text of your club. Choose a new name."),
        "organiser": _("{name} made you an organiser of the club {club}."),
        "founder": _("You lead the club {club} now."),
        "webhook": _("The webhook of the club {club} failed too often, so we turned it off."),
        "result": _("The club {club} entered a game of {game} at a real table with you."),
        "team-challenged": _("The club {person} challenges your club {club} to a team match."),
        "team-agreed": _("The club {person} agrees to the team match with {club}."),
        "team-declined": _("The club {person} declines the team match with {club}."),
        "team-cancelled": _("The team match of {club} against {person} was cancelled."),
        "team-named": _("You play for {club} against {person}, {when}."),
        "team-soon": _("You play for {club} against {person}: it begins {when}."),
        "team-missing": _("{name} can’t play for {club} against {person}."),
        "team-deleted": _("{club} needs another player against {person}: an account was deleted."),
        "event": _("{name} plans an event of your club {club}: {event}, {when}."),
        "league": _("{name} opens a league of your club {club}: {event}."),
    }.get(facts.get("what", ""), "")


def _event_words(facts: dict[str, str]) -> str:
    return {
        "moved-up": _("You have a place now: {event}, {when}."),
        "changed": _("{event} was changed. It begins {when}."),
        "cancelled": _("{event} was cancelled. It was planned for {when}."),
        "soon": _("{event} begins {when}."),
        "begins": _("{event} begins now. Say that you’re here."),
        "round": _("{event}, round {round}: your table is ready."),
        "table": _("{event}: your table is ready."),
        "bye": _("{event}, round {round}: you have a bye, with full points."),
        "results": _("{event} is over. See the standings."),
        "corrected": _("{event}: the organiser decided the result of one of your tables."),
        "timed-out": _("{event}: time for the round is over, so your table counts as a tie."),
        "removed": _("{event}: the organiser removed you from the tournament."),
        "let-in": _("{event}: the organiser let you back in."),
        "league-begins": _("The season of {event} begins. See your division and your matches."),
        "league-agree": _("{event}: agree on a time for your match against {person} this week."),
        "league-proposed": _("{name} proposes times for your match in {event}."),
        "league-agreed": _("Your match against {person} in {event} begins {when}."),
        "league-soon": _("Your match against {person} in {event} begins {when}."),
        "league-decided": _("{event}: your match against {person} was decided without playing."),
        "league-over": _("The season of {event} is over. See the places."),
        "league-next": _("The season of {event} is over. You’re registered for the next one."),
        "league-cancelled": _("{event} doesn’t take place: too few players registered."),
        "league-changed": _("{event} was changed. See when and how it is played."),
        "league-closed": _("{event} was closed."),
    }.get(facts.get("what", ""), "")


def _local_time(facts: Json) -> str:
    """Return the beginning of an event in the reader's time zone, else in its own, or "".

    It ends a sentence in all words for notifications.
    """
    if not facts.get("zone"):
        return ""
    zone, at = facts["zone"], datetime.fromisoformat(facts["at"])
    if reader().zone:
        return moment_at_end(at)
    local = at.astimezone(zone_info(zone))
    return f"{date_format(local, 'DATETIME_FORMAT')} ({local.tzinfo})"


def _closing_words(facts: dict[str, str]) -> str:
    if facts["event"] == "stays":
        return _("{name} keeps their account and plays on at your table of {game}.")
    at = datetime.fromisoformat(facts["at"])
    words = _("{name} will delete their account, and leaves your table of {game} on {date}.")
    return words.replace("{date}", moment_words(at, "DATE_FORMAT"))


def _challenge_words(facts: dict[str, str]) -> str:
    event = facts.get("event", "")
    if event == "declined" and facts.get("reason"):
        return _("{name} declined your challenge to {game}: {reason}")
    return {
        "challenged": _("{name} challenges you to {game}."),
        "countered": _("{name} answered your challenge with another one: {game}."),
        "accepted": _("{name} accepted your challenge to {game}."),
        "declined": _("{name} declined your challenge to {game}."),
        "expired": _("The challenge to {game} was not answered in time."),
        "too-few": _("Too few players accepted the challenge to {game}."),
    }[event]
