"""The forms of an announcement and of a usual reason."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.forms import own_name
from accounts.models.moderation import USUAL_LENGTH
from games.administration.models import TEXT_LENGTH, Announcement

HOURS = {
    1: _("1 hour"),
    6: _("6 hours"),
    24: _("1 day"),
    72: _("3 days"),
    168: _("1 week"),
    720: _("30 days"),
}


class TranslatedForm(forms.Form):
    """A form with a text, and fields for it in the other languages of the site."""

    text_length: ClassVar[int]
    text_widget: ClassVar[forms.Widget] = forms.TextInput()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for code, _name in settings.LANGUAGES:
            if code != settings.LANGUAGE_CODE:
                self.fields[f"text_{code}"] = forms.CharField(
                    label=format_html('<span lang="{}">{}</span>', code, own_name(code)),
                    max_length=self.text_length,
                    required=False,
                    widget=self.text_widget,
                )

    @property
    def translations(self) -> dict[str, str]:
        """The texts in other languages, by their codes."""
        codes = (name.removeprefix("text_") for name in self.fields if name.startswith("text_"))
        return {code: self.cleaned_data[f"text_{code}"] for code in codes}


class AnnouncementForm(TranslatedForm):
    text_length = TEXT_LENGTH

    text = forms.CharField(
        label=_("Announcement"),
        max_length=TEXT_LENGTH,
        help_text=_("One line. Shown as is in other languages unless you translate it."),
    )
    tone = forms.ChoiceField(
        label=_("Type"), choices=Announcement.Tone.choices, initial=Announcement.Tone.INFO
    )
    hours = forms.TypedChoiceField(
        label=_("Show for"), coerce=int, choices=list(HOURS.items()), initial=24
    )

    @property
    def lasts(self) -> timedelta:
        return timedelta(hours=self.cleaned_data["hours"])


class UsualReasonForm(TranslatedForm):
    text_length = USUAL_LENGTH
    text_widget = forms.Textarea({"rows": 2})

    text = forms.CharField(
        label=_("Reason"),
        max_length=USUAL_LENGTH,
        widget=text_widget,
        help_text=_(
            "One or two sentences to the player. Shown as is in other languages unless you"
            " translate it."
        ),
    )
