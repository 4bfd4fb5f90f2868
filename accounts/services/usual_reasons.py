"""Usual reasons for sanctions: sentences of every site, and those that administrators write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext_noop as _

from accounts.models import User, UsualReason
from accounts.models.moderation import USUAL_LENGTH
from accounts.moderation_words import REASONS
from accounts.permissions import may_administer
from accounts.refusals import (
    BadUsualReason,
    NoSuchUsualReason,
    TooManyUsualReasons,
    require,
)
from accounts.services import audit

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST = 30
"""The number of reasons that a site may add: moderators have to find one in the list."""
OWN = "own-"
"""Begins the code of a reason that administrators wrote."""


def own() -> QuerySet[UsualReason]:
    """Return the reasons that administrators wrote."""
    return UsualReason.objects.all()


def offered(language: str) -> list[tuple[str, StrOrPromise]]:
    """Return the code and the sentence of each reason, those of the site last."""
    added = [(f"{OWN}{one.pk}", one.text_in(language)) for one in own()]
    return [*REASONS.items(), *added]


def reason_for(player: User, code: str, more: str) -> str:
    """Return a usual reason in the language of the player, and what the moderator adds to it.

    Args:
        player: Who reads it.
        code: The code of a reason, or "" for none.
        more: The moderator's own words.

    Raises:
        NoSuchUsualReason: An administrator has removed the reason.
    """
    if not code:
        return more
    language = player.language or settings.LANGUAGE_CODE
    if code in REASONS:
        with translation.override(language):
            return f"{REASONS[code]} {more}".strip()
    number = code.removeprefix(OWN)
    if code == number or not number.isdecimal() or len(number) > 18:
        raise NoSuchUsualReason(_("This reason was removed. Choose another one."))
    return f"{_found(int(number)).text_in(language)} {more}".strip()


def by_id(reason_id: int) -> UsualReason | None:
    """Return a reason that administrators wrote."""
    return own().filter(pk=reason_id).first()


def add(user: User, text: str, translations: Mapping[str, str]) -> UsualReason:
    """Offer one more reason.

    Args:
        user: The administrator.
        text: The sentence in the site's default language.
        translations: The sentence in other languages, by their codes; empty ones are ignored.

    Raises:
        NotAllowed: The user is not an administrator.
        BadUsualReason: A text is too long, or the first one is empty.
        TooManyUsualReasons: The site has `MOST` of them already.
    """
    require(may_administer(user))
    texts = _checked(text, translations)
    with transaction.atomic():
        if own().count() >= MOST:
            raise TooManyUsualReasons(_("There are already {most} reasons."), most=MOST)
        made = UsualReason.objects.create(text=text, translations=texts)
        audit.log(user, "add-reason", subject=f"reason {made.pk}", why=text)
    return made


def change(user: User, reason_id: int, text: str, translations: Mapping[str, str]) -> None:
    """Change a reason. Sanctions that were given for it keep their text.

    Raises:
        NotAllowed: The user is not an administrator.
        BadUsualReason: A text is too long, or the first one is empty.
        NoSuchUsualReason: The reason was removed.
    """
    require(may_administer(user))
    texts = _checked(text, translations)
    with transaction.atomic():
        found = _found(reason_id, locked=True)
        found.text, found.translations = text, texts
        found.save(update_fields=["text", "translations"])
        audit.log(user, "change-reason", subject=f"reason {reason_id}", why=text)


def remove(user: User, reason_id: int) -> None:
    """Offer a reason no longer.

    Raises:
        NotAllowed: The user is not an administrator.
        NoSuchUsualReason: The reason was removed before.
    """
    require(may_administer(user))
    with transaction.atomic():
        found = _found(reason_id, locked=True)
        audit.log(user, "remove-reason", subject=f"reason {reason_id}", why=found.text)
        found.delete()


def _checked(text: str, translations: Mapping[str, str]) -> dict[str, str]:
    """Return the translations that are not empty, after checking the length of each text."""
    if not text or any(len(one) > USUAL_LENGTH for one in (text, *translations.values())):
        raise BadUsualReason(_("Write at most {most} characters."), most=USUAL_LENGTH)
    return {code: one for code, one in translations.items() if one}


def _found(reason_id: int, *, locked: bool = False) -> UsualReason:
    rows = own().select_for_update() if locked else own()
    found = rows.filter(pk=reason_id).first()
    if found is None:
        raise NoSuchUsualReason(_("This reason was removed. Choose another one."))
    return found
