"""The form of what a club's page says."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.shields import PARTS, Shield
from games.clubs.models import ABOUT_LENGTH, NAME_LENGTH, Club
from games.clubs.services.founding import ClubFacts


class ClubForm(forms.Form):
    """Name, text, language, who sees it, how users join, and the shield."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=_("What is the club about?"),
        max_length=ABOUT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    language = forms.ChoiceField(label=_("Language"), required=False)
    public = forms.TypedChoiceField(
        label=_("Who sees the club?"),
        choices=[("yes", _("Everyone")), ("no", _("Members, and those who have its link"))],
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
    )
    joining = forms.ChoiceField(
        label=_("How do players join?"),
        choices=Club.Joining.choices,
        initial=Club.Joining.OPEN,
        widget=forms.RadioSelect,
    )
    division = forms.ChoiceField(choices=PARTS["division"][1], required=False)
    charge = forms.ChoiceField(choices=PARTS["charge"][1], required=False)
    tincture = forms.ChoiceField(choices=PARTS["tincture"][1], required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["language"].choices = [("", _("several")), *settings.LANGUAGES]

    def facts(self) -> ClubFacts:
        """Return what a valid form says."""
        given = self.cleaned_data
        parts = [given["division"], given["charge"], given["tincture"]]
        return ClubFacts(
            name=given["name"],
            about=given["about"],
            language=given["language"],
            joining=given["joining"],
            public=given["public"],
            shield=Shield(*parts).dump() if all(parts) else "",
        )

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        """Return the form with what a club's page says now."""
        return cls(
            initial={
                "name": club.name,
                "about": club.about,
                "language": club.language,
                "public": "yes" if club.public else "no",
                "joining": club.joining,
                **club.shield._asdict(),
            }
        )
