"""The pages of game nights: a host's list, the page of a game night, and its actions."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.permissions import may_host
from accounts.refusals import require
from games.boards.words import list_words
from games.game_nights import services as game_nights
from games.game_nights.forms import DrawForm, TablesForm
from games.game_nights.models import GameNight
from games.game_nights.presenters import game_night_for
from games.game_nights.rounds import draw_round
from games.matches.access import require_signed_in
from games.matches.decorators import page_view, remember_invitation
from games.matches.pages import run_action


@page_view("GET", "HEAD", "POST")
def mine(request: HttpRequest) -> HttpResponse:
    """Show a host's game nights; a POST opens a new one."""
    person = require_signed_in(request.user)
    require(may_host(person))
    if request.method == "POST":
        return redirect(game_nights.open_game_night(person, request.POST.get("name", "")))
    context = {"game_nights": game_nights.latest_of(person)}
    return render(request, "game_nights/game_nights.html", context)


@page_view("GET", "HEAD")
def game_night(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page of a game night; from now on the visitor may see its tables."""
    found = game_nights.game_night_by(key, request.user)
    remember_invitation(request, key)
    shown = game_night_for(request.user, found)
    context: dict[str, object] = {"shown": shown}
    if getattr(request, "htmx", False):
        return render(request, "game_nights/_game_night.html", context)
    if shown.hosting:
        context["form"] = TablesForm()
        context["draw"] = DrawForm.of(found.drawn, rated=found.rated)
    return render(request, "game_nights/game_night.html", context)


@page_view("POST")
def act(request: HttpRequest, key: str, act: str) -> HttpResponse:
    """Carry out an action of a visitor or the host; the page shows its refusal, if any."""
    found = game_nights.game_night_by(key, request.user)
    return run_action(request, ACTIONS, act, found, found)


def _create_tables(request: HttpRequest, found: GameNight) -> None:
    form = TablesForm(request.POST)
    if form.is_valid():
        count = form.cleaned_data["tables"]
        game_nights.create_tables(request.user, found, form.table_request(), count)
    for errors in form.errors.values():
        messages.warning(request, str(errors[0]))


def _draw(request: HttpRequest, found: GameNight) -> None:
    form = DrawForm(request.POST, rated=found.rated)
    if form.is_valid():
        drawn = draw_round(request.user, found, form.draw_request())
        count = len(drawn.matches)
        words = ngettext("{n} table is drawn.", "{n} tables are drawn.", count).format(n=count)
        messages.success(request, words)
        if drawn.left_out:
            names = list_words([user.name for user in drawn.left_out])
            messages.warning(request, _("No seat in this round: {names}.").format(names=names))
    for errors in form.errors.values():
        messages.warning(request, str(errors[0]))


def _put_out(request: HttpRequest, found: GameNight) -> None:
    table, _slash, name = request.POST.get("seat", "").partition("/")
    game_nights.put_out(request.user, found, table, name)


def _at_table(action: Callable[..., object], *names: str) -> Callable[..., None]:
    """Return an action of the host at a table, called with these fields of the form."""

    def run(request: HttpRequest, found: GameNight) -> None:
        fields = (request.POST.get(name, "") for name in ("table", *names))
        action(request.user, found, *fields)

    return run


ACTIONS: dict[str, Callable[[HttpRequest, GameNight], None]] = {
    "attend": lambda request, found: game_nights.attend(request.user, found),
    "go": lambda request, found: game_nights.leave(request.user, found),
    "draw": _draw,
    "tables": _create_tables,
    "seat": _at_table(game_nights.seat, "username"),
    "put-out": _put_out,
    "fill": _at_table(game_nights.fill),
    "take-down": _at_table(game_nights.take_down),
    "close": lambda request, found: game_nights.close(request.user, found),
}
