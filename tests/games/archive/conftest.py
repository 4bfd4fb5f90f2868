"""The list of finished matches, without its page."""

from __future__ import annotations

from django.http import QueryDict

from accounts.http import Visitor
from games.archive.forms import HistoryForm
from games.archive.search import MatchSearch


def found(viewer: Visitor, query: str = "") -> list[str]:
    """Return the matches that the page lists for these filters, in order."""
    form = HistoryForm(QueryDict(query), viewer)
    assert form.is_valid(), form.errors
    search = MatchSearch(form.filters(), viewer, mine=form.mine)
    return [match.pk for match in search.page({}).matches]
