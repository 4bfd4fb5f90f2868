"""Everything that is stored of somebody, as a file of their own."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http.response import HttpResponseBase

from accounts.http import PersonRequest
from accounts.views.doors import once_more
from games.archive.views import zip_response
from games.matches.decorators import page_view
from games.privacy.services.data import data_of


@login_required
@once_more
@page_view("POST")
def my_data(request: PersonRequest) -> HttpResponseBase:
    """All that is stored of me, and the records of my finished matches, as one file."""
    return zip_response(data_of(request.user), f"tavola-data-{request.user.get_username()}.zip")
