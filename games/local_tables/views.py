"""The pages of a table on one device: the form, the cover, the hand, the end.

The hand is only the answer to a tap: `reveal` notes in the session that the next page shows it.
Every other page, also one loaded again or reached with the back button, is the cover.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache

from accounts.views.forms import saved, status_of
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.lobby.presenters.lobby import game_cards
from games.local_tables import services
from games.local_tables.forms import LocalTableForm
from games.local_tables.presenters import (
    Holder,
    hand_of,
    holder_of,
    newest_lines,
    public_table,
    tables_of,
)
from games.local_tables.services import NAME_MOST, LocalAccess, open_local
from games.matches.access import require_signed_in
from games.matches.decorators import View, describe_refusal, form_fields, known_game, page_view
from games.matches.models import Match
from games.matches.presenters.clocks import clock_context
from games.matches.presenters.guides import is_first_match
from games.matches.presenters.rendering import pushed, rendered
from games.matches.presenters.standing_in import drawn
from games.matches.presenters.table import Table
from games.matches.refusals import CannotShow
from games.matches.services.commands import (
    MakeMove,
    PlayersCommand,
    Resign,
    ShowCards,
    TakeBack,
)

SHOWN = "hand_shown"
"""The session key of the hand that the device shows: the match, the seat, whether it is to come."""
Act = Callable[[HttpRequest, str], PlayersCommand]


@page_view("GET", "HEAD")
def tables(request: HttpRequest) -> HttpResponse:
    """Show the visitor's games on this device, and the games to begin."""
    person = require_signed_in(request.user)
    context = {"rows": tables_of(person), "games": game_cards()}
    return render(request, "local_tables/tables.html", context)


@page_view("GET", "HEAD", "POST")
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a new table, and open it."""
    game = known_game(slug)
    person = require_signed_in(request.user)
    posted = request.POST if request.method == "POST" else None
    form = LocalTableForm(game, posted, initial={"name_0": person.name[:NAME_MOST]})
    match = saved(form, lambda: services.open_table(person, form.request()), Refusal)
    if match is not None:
        return redirect("local_table", match.id)
    context = {"form": form, "game": game, "most": game.seats[-1]}
    return render(request, "local_tables/new.html", context, status=status_of(form))


def local_page(*methods: str) -> Callable[[View], View]:
    """Decorate a page of a local table: its host only, and no cache keeps it."""

    def decorate(view: View) -> View:
        @never_cache
        @page_view(*methods)
        @functools.wraps(view)
        def answer(request: HttpRequest, local_id: str) -> HttpResponseBase:
            return view(request, open_local(require_signed_in(request.user), local_id))

        return answer

    return decorate


@local_page("GET", "HEAD")
def table(request: HttpRequest, local: LocalAccess) -> HttpResponse:
    """Show the cover, the hand that was asked for, or the end.

    The cover asks for itself again while the bots move.
    """
    holder, running = holder_of(local), local.access.match.status == Match.Status.RUNNING
    asks = bool(getattr(request, "htmx", False))
    if asks and (not running or (holder is not None and not holder.covered)):
        return _to_page(request, local)
    if holder is not None and not asks:
        if not holder.covered:
            return _hand(request, local, holder)
        if _shown(request, local) == (holder.seat, True):
            if request.method == "GET":
                _note(request, local, holder.seat, comes=False)
            return _hand(request, local, holder)
    _forget(request)
    shown = public_table(local.access)
    context = {
        "match": local.access.match,
        "clock_words": clock_context(),
        "holder": holder,
        "player": None if holder is None else shown.players[holder.seat],
        "lines": newest_lines(shown),
        "running": running,
    }
    if asks:
        html = render(request, "local_tables/_cover.html", context).content.decode()
        return HttpResponse(html + pushed(rendered(shown)))
    return _drawn(request, "local_tables/cover.html", context, shown)


def _hand(request: HttpRequest, local: LocalAccess, holder: Holder) -> HttpResponse:
    shown = hand_of(local, holder)
    context = {
        "match": local.access.match,
        "clock_words": clock_context(),
        "first_match": is_first_match(local.as_seen_by(holder.player)),
        "holder": holder,
        "player": shown.players[holder.seat],
    }
    return _drawn(request, "local_tables/hand.html", context, shown)


def _drawn(
    request: HttpRequest, template: str, context: dict[str, object], shown: Table
) -> HttpResponse:
    def draw(table: Table) -> HttpResponse:
        return render(request, template, {**context, "table": table})

    return drawn(draw, shown)


@local_page("POST")
def reveal(request: HttpRequest, local: LocalAccess) -> HttpResponse:
    """Let the next page show the hand of the person who takes the device."""
    holder = holder_of(local)
    if holder is not None and request.POST.get("seat") == str(holder.seat):
        _note(request, local, holder.seat, comes=True)
    return redirect("local_table", local.access.match.id)


@local_page("POST")
def cover(request: HttpRequest, local: LocalAccess) -> HttpResponse:
    """Cover the hand."""
    _forget(request)
    return redirect("local_table", local.access.match.id)


@local_page("POST")
def pass_on(request: HttpRequest, local: LocalAccess) -> HttpResponse:
    """Pass the device on without a decision: it stays secret who has one."""
    holder = holder_of(local)
    if holder is not None and not holder.asked and _may_act(request, local, holder):
        services.note_holder(local, holder.seat)
    _forget(request)
    return redirect("local_table", local.access.match.id)


def person_acts(make: Act) -> View:
    """Decorate a form of the hand's page: carry out the command that the function returns.

    The answer is the same person's table while they have a question, else the page with the cover.
    """

    @local_page("POST")
    @functools.wraps(make)
    def answer(request: HttpRequest, local: LocalAccess) -> HttpResponse:
        holder, match_id = holder_of(local), local.access.match.id
        if holder is None or not _may_act(request, local, holder):
            return _to_page(request, local)
        refusal = None
        try:
            services.act(holder.player, make(request, match_id))
        except Refusal as refused:
            refusal = refused
        after = open_local(request.user, match_id)
        if refusal is None and holder.covered:
            services.note_holder(after, holder.seat)
        following = holder_of(after)
        stays = following is not None and following.seat == holder.seat and following.asked
        if not stays or following is None or (following.covered and not holder.covered):
            _forget(request)
            return _to_page(request, after)
        asks = bool(getattr(request, "htmx", False))
        _note(request, after, holder.seat, comes=not asks)
        if not asks:
            if refusal is not None:
                messages.error(request, refusal_text(refusal))
            return _to_page(request, after)
        shown = hand_of(after, following)
        if refusal is not None:
            shown.refusal = describe_refusal(refusal)
        return HttpResponse(rendered(shown), status=200 if refusal is None else refusal.status)

    return answer


@person_acts
def move(request: HttpRequest, match_id: str) -> PlayersCommand:
    """Make a move. A device that lost the answer with its connection may send it again."""
    turn_token = request.POST.get("turn_token")
    data = form_fields(request)
    return MakeMove(match_id, request.user, data, turn_token, again=True, from_page=True)


@person_acts
def undo(request: HttpRequest, match_id: str) -> PlayersCommand:
    """Take back the person's last move."""
    return TakeBack(match_id, request.user, request.POST.get("turn_token"))


@person_acts
def show_cards(request: HttpRequest, match_id: str) -> PlayersCommand:
    """Show some hand cards to other seats."""
    given = request.POST.getlist("to")
    if not all(seat.isdecimal() and len(seat) < 3 for seat in given):
        raise CannotShow(_("Choose other players at this table."))
    to = [int(seat) for seat in given]
    return ShowCards(match_id, request.user, request.POST.getlist("card"), to)


@person_acts
def resign(request: HttpRequest, match_id: str) -> PlayersCommand:
    """Leave the match for good; from three seats on a bot plays on."""
    return Resign(match_id, request.user)


@local_page("POST")
def again(request: HttpRequest, local: LocalAccess) -> HttpResponse:
    """Open a table for the same people."""
    person = require_signed_in(request.user)
    return redirect("local_table", services.play_again(person, local.access.match.id).id)


@local_page("POST")
def put_away(request: HttpRequest, local: LocalAccess) -> HttpResponse:
    """End the match, and delete it."""
    services.put_away(require_signed_in(request.user), local.access.match.id)
    _forget(request)
    messages.success(request, gettext("The game is put away."))
    return redirect("local_tables")


def _may_act(request: HttpRequest, local: LocalAccess, holder: Holder) -> bool:
    """Return whether the device shows this person's table, so that its forms count."""
    shown = _shown(request, local)
    return not holder.covered or (shown is not None and shown[0] == holder.seat)


def _to_page(request: HttpRequest, local: LocalAccess) -> HttpResponse:
    """Let the browser load the page again, as a whole, so that nothing of a hand stays behind."""
    url = reverse("local_table", args=[local.access.match.id])
    if not getattr(request, "htmx", False):
        return redirect(url)
    response = HttpResponse(status=200)
    response["HX-Redirect"] = url
    return response


def _shown(request: HttpRequest, local: LocalAccess) -> tuple[int, bool] | None:
    """Return the seat whose hand the device shows, and whether its page is still to come."""
    match request.session.get(SHOWN):
        case [local.access.match.id, int(seat), bool(comes)]:
            return seat, comes
    return None


def _note(request: HttpRequest, local: LocalAccess, seat: int, *, comes: bool) -> None:
    request.session[SHOWN] = [local.access.match.id, seat, comes]


def _forget(request: HttpRequest) -> None:
    if SHOWN in request.session:
        del request.session[SHOWN]
