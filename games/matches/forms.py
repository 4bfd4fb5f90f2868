"""Forms about one's own matches."""

from django import forms
from django.utils.translation import gettext_lazy as _


class VacationForm(forms.Form):
    """From which day to which day somebody is away."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput({"type": "date"}))
