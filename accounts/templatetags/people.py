"""Template tags about accounts: form fields, devices, moderation status, unverified addresses."""

from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import add_message, get_messages
from django.contrib.messages.storage.base import Message
from django.forms import BoundField
from django.http import HttpRequest
from django.utils.safestring import SafeString

from accounts import unsent_mail
from accounts.adapter import LATER
from accounts.models import User
from accounts.moderation_words import describe_act, evidence_of
from accounts.permissions import (
    ALLOWED,
    Answer,
    may_be_met,
    may_edit_profile,
    may_open_table,
    may_play_rated,
    may_sit_down,
)
from accounts.presenters import (
    describe_pattern,
    moderation_status_html,
    waiting_for_moderator,
)
from accounts.services.emails import has_unverified_email, unverified_email
from accounts.services.guests import name_in_words
from accounts.services.sessions import device_name

register = template.Library()
CHECKS = {
    "sit_down": may_sit_down,
    "open_table": may_open_table,
    "edit_profile": may_edit_profile,
    "play_rated": may_play_rated,
}
register.filter("device_name", device_name)
register.filter("name_in_words", name_in_words)
register.filter("act_words", describe_act)
register.filter("evidence_of", evidence_of)
register.filter("pattern_words", describe_pattern)
register.filter("may_be_met", may_be_met)


@register.filter
def without_placeholder(field: BoundField) -> BoundField:
    """Return a field without its placeholder, since its label is shown."""
    field.field.widget.attrs.pop("placeholder", None)
    return field


@register.simple_tag(takes_context=True)
def moderation_status(context: dict[str, object]) -> SafeString:
    """Render the reader's warnings and gravest sanction; nothing for anonymous visitors."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if not isinstance(request, HttpRequest) or user is None or not user.is_authenticated:
        return SafeString("")
    token = str(context.get("csrf_token", ""))
    if request.method in ("GET", "HEAD"):
        path = str(request.get_full_path())
    else:
        path = urlsplit(request.headers.get("Referer", "")).path or "/"
    return SafeString(moderation_status_html(user, path=path, csrf_token=token))


@register.simple_tag(takes_context=True)
def moderation_waiting(context: dict[str, object]) -> int:
    """Return the number of new cases and appeals for the reader; 0 unless a moderator."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return 0
    return waiting_for_moderator(user)


@register.simple_tag(takes_context=True)
def may(context: dict[str, object], what: str) -> Answer:
    """Return whether the reader may do something; a stranger gets the reason on the page itself."""
    user = getattr(context.get("request"), "user", None) or context.get("you")
    return CHECKS[what](user) if isinstance(user, User) else ALLOWED


@register.simple_tag(takes_context=True)
def must_confirm_email_first(context: dict[str, object]) -> bool:
    """Return whether the reader has to confirm an address before turning on two-factor sign-in."""
    user = getattr(context.get("request"), "user", None)
    return isinstance(user, User) and has_unverified_email(user)


@register.simple_tag
def guests_allowed() -> bool:
    """Return whether visitors may play as guests."""
    return bool(settings.GUESTS)


@register.simple_tag
def mail_is_set_up() -> bool:
    """Return whether the site can send mail."""
    return bool(settings.MAIL_IS_SET_UP)


@register.simple_tag(takes_context=True)
def messages_at_table(context: dict[str, object]) -> list[Message]:
    """Return the messages that a table shows; those that can wait stay for the next other page."""
    request = context["request"]
    assert isinstance(request, HttpRequest)
    shown = []
    for message in get_messages(request):
        if message.extra_tags == LATER:
            add_message(request, message.level, message.message, LATER)
        else:
            shown.append(message)
    return shown


@register.inclusion_tag("accounts/_verify_email.html", takes_context=True)
def verify_email_reminder(context: dict[str, object]) -> dict[str, object]:
    """Show a reminder while the e-mail address is not verified; nothing otherwise."""
    request = context.get("request")
    user: User | AnonymousUser = getattr(request, "user", None) or AnonymousUser()
    email = unverified_email(user) if isinstance(user, User) else ""
    return {"email": email, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("accounts/_no_mail.html", takes_context=True)
def in_place_of_mail(context: dict[str, object], about: str) -> dict[str, object]:
    """Show what a site without mail says about a mail to `confirm` or `reset`."""
    request = context.get("request")
    if isinstance(request, HttpRequest) and unsent_mail.runs_the_site(request):
        return {"local": True, "links": unsent_mail.links(request, about)}
    return {"local": False, "links": []}
