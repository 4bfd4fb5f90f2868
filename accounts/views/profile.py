"""A player's page, and the forms there: to block the player, and to write a private note."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.http import PersonRequest
from accounts.models.notes import PERSON_NOTE_LENGTH
from accounts.permissions import may_be_met, may_follow_people
from accounts.services import blocks, follows, notes
from accounts.services.people import active_user_named
from accounts.views.decorators import next_page, or_404, render_refusals

# Games have the first of each of these templates, since accounts know nothing of matches.
MATCHES = ["profiles/_profile_matches.html", "accounts/_no_matches.html"]
CHALLENGE = ["lobby/_challenge.html", "accounts/_no_challenge.html"]
WHERE = ["profiles/_profile_where.html", "accounts/_nowhere.html"]


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    person = or_404(active_user_named(username))
    if person.username != username:
        return redirect(person)
    context = {"person": person, "matches": MATCHES, "where": WHERE, "challenge": CHALLENGE}
    if request.user.is_authenticated and request.user != person:
        context["note"] = notes.note_on(request.user, person)
        context["longest_note"] = PERSON_NOTE_LENGTH
        context["blocked"] = blocks.has_blocked(request.user, person)
        offered = not context["blocked"] and not person.is_guest
        if offered and may_follow_people(request.user):
            relation = follows.relations(request.user, [person.pk])[person.pk]
            if relation.follows or may_be_met(person):
                context["relation"] = relation
    return render(request, "accounts/profile.html", context)


@login_required
@require_POST
@render_refusals
def set_block(request: PersonRequest, username: str, blocked: bool) -> HttpResponse:
    """Block a user, or remove the block."""
    person = or_404(active_user_named(username))
    if blocked:
        blocks.block(request.user, person)
        words = _("You and %(name)s will no longer be seated together.")
    else:
        blocks.unblock(request.user, person)
        words = _("You have unblocked %(name)s.")
    messages.success(request, words % {"name": person.name})
    return HttpResponseRedirect(next_page(request) or person.get_absolute_url())


@login_required
@require_POST
@render_refusals
def write_note(request: PersonRequest, username: str) -> HttpResponse:
    """Write the reader's private note on a player; an empty one removes it."""
    person = or_404(active_user_named(username))
    notes.write_note(request.user, person, request.POST.get("note", ""))
    return HttpResponseRedirect(person.get_absolute_url())
