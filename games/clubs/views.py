"""The pages of clubs: the list, the page of a club, its settings, and its actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.permissions import may_found_club
from accounts.refusals import require
from accounts.shields import Shield, variations
from accounts.views.forms import saved
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.clubs.forms import ClubForm
from games.clubs.models import Club
from games.clubs.presenters import chat_context, page_of
from games.clubs.services import chat, founding, members, webhooks
from games.clubs.services.founding import ClubAccess, open_club
from games.matches.access import require_signed_in
from games.matches.decorators import invited, page_view, remember_invitation
from games.matches.pages import number_in, report_page, run_action
from games.matches.refusals import (
    BadClub,
    BadWebhook,
    NoSuchChannel,
    SignInFirst,
    TooMany,
)
from games.notifications.presenters import log_context
from games.notifications.services.dispatch import STOPS_AFTER


@page_view("GET", "HEAD")
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the visitor's clubs, and the public ones, all or those with a name."""
    typed = request.GET.get("name", "")
    own = founding.clubs_of(request.user) if request.user.is_authenticated else ()
    context = {
        "own": own,
        "typed": typed,
        "clubs": founding.public_clubs(typed),
        "may_found": may_found_club(request.user),
    }
    return render(request, "clubs/clubs.html", context)


@page_view("GET", "HEAD", "POST")
def found(request: HttpRequest) -> HttpResponse:
    """Show the form for a new club; a POST founds it."""
    require(may_found_club(require_signed_in(request.user)))
    form = ClubForm(request.POST if request.method == "POST" else None)
    club = saved(form, lambda: founding.found(request.user, form.facts()), BadClub)
    return redirect(club) if club else _form(request, form, None)


@page_view("GET", "HEAD", "POST")
def edit(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Show what a club's page says, for its organisers; a POST changes it."""
    access = _open(request, club_slug)
    founding.require_organiser(access)
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm.of(access.club)
    club = saved(form, lambda: founding.change(access, form.facts()), BadClub)
    if club is None:
        return _form(request, form, access.club)
    messages.success(request, _("Saved."))
    return redirect(club)


def _form(request: HttpRequest, form: ClubForm, club: Club | None) -> HttpResponse:
    given = {part: form[part].value() for part in Shield._fields}
    chosen = Shield.load("-".join(str(value) for value in given.values()))
    now = chosen or (Shield.seeded("club") if club is None else club.shield)
    context = {"form": form, "club": club, "now": now, "parts": variations(now)}
    return render(request, "clubs/form.html", context, status=400 if form.errors else 200)


@page_view("GET", "HEAD")
def club(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Show the page of a club."""
    access = _open(request, club_slug)
    context: dict[str, object] = {
        "shown": page_of(access, whole=request.GET.get("members") == "all")
    }
    if access.membership is not None:
        context |= chat_context(access)
    response = render(request, "clubs/club.html", context)
    if access.membership is not None and getattr(request, "htmx", False):
        # The page of a user who has become a member: its socket and chat need a new page.
        response["HX-Refresh"] = "true"
    return response


@page_view("GET", "HEAD")
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Open an invitation link: from now on the visitor may see the club, and join it."""
    found = founding.club_with_key(key)
    remember_invitation(request, key)
    return redirect(found)


@page_view("POST")
def act(request: HttpRequest, club_slug: str, act: str) -> HttpResponse:
    """Carry out an action; the page shows its refusal, if any."""
    access = _open(request, club_slug)
    return run_action(request, ACTIONS, act, access, access.club)


@page_view("GET", "HEAD", "POST")
def report(request: HttpRequest, club_slug: str) -> HttpResponseBase:
    """Report a club's name or text."""
    access = _open(request, club_slug)
    require_signed_in(request.user)
    club = access.club
    send = partial(founding.report_club, access)
    return report_page(request, founding.responsible_for(club), club.name, club, send)


@page_view("GET", "HEAD", "POST")
def report_line(request: HttpRequest, club_slug: str, club_line_id: int) -> HttpResponseBase:
    """Report a line of a club's chat."""
    access = _open(request, club_slug)
    line = chat.line_to_report(access, club_line_id)
    assert line.author is not None  # or there was nothing to report
    send = partial(chat.report_line, access, club_line_id)
    return report_page(request, line.author, line.text, access.club, send)


@page_view("GET", "HEAD", "POST")
def webhook(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Show a club's webhook to its founder; a POST saves it, removes it or renews its secret."""
    access = _open(request, club_slug)
    if request.method != "POST":
        return _webhook(request, access)
    act = request.POST.get("act")
    if act == "remove":
        webhooks.remove_webhook(access)
        messages.success(request, _("Webhook removed."))
    elif act == "renew":
        webhooks.renew_secret(access)
        messages.success(request, _("The webhook has a new secret."))
    else:
        url = request.POST.get("url", "")
        try:
            webhooks.set_webhook(access, url)
        except BadWebhook as refusal:
            return _webhook(request, access, url=url, wrong=refusal_text(refusal))
        messages.success(request, _("Webhook saved. Send a test to check that it works."))
    return redirect("club_webhook", club_slug)


@page_view("POST")
def test_webhook(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Send a test to a club's webhook; its result is in the log on the page."""
    access = _open(request, club_slug)
    try:
        webhooks.send_test(access)
    except (NoSuchChannel, TooMany) as refusal:
        messages.warning(request, refusal_text(refusal))
    else:
        messages.success(request, _("A test is on its way. You’ll see the result below."))
    return redirect("club_webhook", club_slug)


def _webhook(
    request: HttpRequest, access: ClubAccess, *, url: str | None = None, wrong: str = ""
) -> HttpResponse:
    hook = webhooks.webhook_of(access)
    context = {
        "club": access.club,
        "hook": hook,
        "url": url if url is not None else "" if hook is None else hook.url,
        "wrong": wrong,
        "stops_after": STOPS_AFTER,
        "log_url": request.path,
        **log_context(webhooks.deliveries_of(hook)),
    }
    return render(request, "clubs/webhook.html", context, status=400 if wrong else 200)


def _open(request: HttpRequest, club_slug: str) -> ClubAccess:
    return open_club(request.user, club_slug, invited(request))


def _say(request: HttpRequest, access: ClubAccess) -> HttpResponse | None:
    typed = request.POST.get("text", "")
    if not getattr(request, "htmx", False):
        chat.post_line(access, typed)
        return None
    try:
        chat.post_line(access, typed)
    except SignInFirst:
        raise
    except Refusal as refusal:
        context = {
            **chat_context(access),
            "chat_refusal": refusal_text(refusal),
            "chat_text": typed,
        }
        return render(request, "clubs/_chat.html", context, status=refusal.status)
    return render(request, "clubs/_chat.html", chat_context(access))


def _join(request: HttpRequest, access: ClubAccess) -> None:
    members.join(access)


def _leave(request: HttpRequest, access: ClubAccess) -> HttpResponse | None:
    members.leave(access)
    if access.membership is None:
        return None
    messages.success(request, _("You left the club %(name)s.") % {"name": access.club.name})
    return redirect("clubs")


def _expel(request: HttpRequest, access: ClubAccess) -> None:
    user = members.expel(access, request.POST.get("username", ""))
    messages.success(request, _("%(name)s is no longer in the club.") % {"name": user.name})


def _dissolve(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    founding.dissolve(access, request.POST.get("why", ""))
    messages.success(request, _("The club is dissolved."))
    return redirect("clubs")


def _clear(request: HttpRequest, access: ClubAccess) -> None:
    founding.clear_texts(access, request.POST.get("why", ""))
    messages.success(request, _("Name and text are removed."))


def _on_member(action: Callable[..., None], *names: str) -> Callable[..., None]:
    """Return an action on the user in the form, with these other fields."""

    def run(request: HttpRequest, access: ClubAccess) -> None:
        action(access, *(request.POST.get(name, "") for name in ("username", *names)))

    return run


def _hide(request: HttpRequest, access: ClubAccess) -> None:
    chat.hide(access, number_in(request, "line"))


ACTIONS: dict[str, Callable[[HttpRequest, ClubAccess], HttpResponse | None]] = {
    "join": _join,
    "leave": _leave,
    "withdraw": lambda request, access: members.withdraw(access),
    "say": _say,
    "hide": _hide,
    "accept": _on_member(members.accept),
    "decline": _on_member(members.decline),
    "expel": _expel,
    "readmit": _on_member(members.readmit),
    "role": _on_member(members.set_role, "role"),
    "hand-over": _on_member(members.hand_over),
    "renew-link": lambda request, access: founding.renew_link(access),
    "clear": _clear,
    "dissolve": _dissolve,
}
