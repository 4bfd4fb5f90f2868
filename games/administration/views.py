"""Views of the administrators' overview, of announcements and of usual reasons for sanctions."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.http import PersonRequest
from accounts.models import UsualReason
from accounts.moderation_words import REASONS
from accounts.services import usual_reasons as reasons
from accounts.views.decorators import for_administrators, next_page, or_404
from accounts.views.forms import saved, status_of
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.administration import services
from games.administration.forms import AnnouncementForm, UsualReasonForm
from games.administration.models import Announcement
from games.administration.presenters import close_for_reader, overview_context, settings_context


@require_GET
@for_administrators
def overview(request: PersonRequest) -> HttpResponse:
    """Show the state of the site: people, matches, cases, workers, post, disk, backup."""
    return render(request, "administration/overview.html", overview_context(request.user))


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
def site_settings(request: PersonRequest) -> HttpResponse:
    """Show each setting with its meaning and what is wrong with it; send a mail as a test."""
    status = 200
    if request.method == "POST":
        try:
            services.send_test_mail(request.user)
        except Refusal as refusal:
            messages.error(request, refusal_text(refusal))
            status = refusal.status
        else:
            words = _("A mail is on its way to {address}.")
            messages.success(request, words.format(address=request.user.email))
            return redirect("site_settings")
    return render(request, "administration/settings.html", settings_context(), status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
def announcements(request: PersonRequest) -> HttpResponse:
    """List the announcements, and make one from the form."""
    form = AnnouncementForm(request.POST if request.method == "POST" else None)

    def announce() -> Announcement:
        text, tone = form.cleaned_data["text"], form.cleaned_data["tone"]
        words = form.translations
        return services.announce(request.user, text, form.lasts, tone=tone, translations=words)

    if saved(form, announce, Refusal):
        messages.success(request, _("The announcement is now on every page."))
        return redirect("announcements")
    context = {"form": form, "announcements": services.latest()}
    return render(request, "administration/announcements.html", context, status=status_of(form))


@require_POST
@for_administrators
def end(request: PersonRequest, announcement_id: int) -> HttpResponse:
    services.end(request.user, announcement_id)
    messages.success(request, _("The announcement is no longer shown."))
    return redirect("announcements")


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
def usual_reasons(request: PersonRequest) -> HttpResponse:
    """List the usual reasons that this site offers for sanctions, and add one from the form."""
    form = UsualReasonForm(request.POST if request.method == "POST" else None)

    def add() -> UsualReason:
        return reasons.add(request.user, form.cleaned_data["text"], form.translations)

    if saved(form, add, Refusal):
        messages.success(request, _("Moderators can choose this reason now."))
        return redirect("usual_reasons")
    context = {"form": form, "reasons": reasons.own(), "given": REASONS.values()}
    return render(request, "administration/reasons.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
def usual_reason(request: PersonRequest, reason_id: int) -> HttpResponse:
    """Change or remove a usual reason of this site."""
    found = or_404(reasons.by_id(reason_id))
    if "remove" in request.POST:
        reasons.remove(request.user, reason_id)
        messages.success(request, _("Moderators can’t choose this reason any more."))
        return redirect("usual_reasons")
    texts = {f"text_{code}": text for code, text in found.translations.items()}
    given = request.POST if request.method == "POST" else None
    form = UsualReasonForm(given, initial={"text": found.text, **texts})
    if form.is_valid():
        reasons.change(request.user, reason_id, form.cleaned_data["text"], form.translations)
        messages.success(request, _("Saved."))
        return redirect("usual_reasons")
    context = {"form": form, "reason": found}
    return render(request, "administration/reason.html", context, status=status_of(form))


@require_POST
def close(request: HttpRequest, announcement_id: int) -> HttpResponse:
    """Hide an announcement in this browser, even without an account or JavaScript."""
    response = HttpResponseRedirect(next_page(request) or "/")
    close_for_reader(request, response, announcement_id)
    return response
