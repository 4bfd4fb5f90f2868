"""The download of all that is stored about the signed-in user."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http.response import HttpResponseBase

from accounts.http import PersonRequest
from accounts.views.decorators import reauthenticated
from games.archive.views import zip_response
from games.matches.decorators import page_view
from games.privacy.services import export_zip


@login_required
@reauthenticated
@page_view("POST")
def my_data(request: PersonRequest) -> HttpResponseBase:
    """Send all that is stored about the user, with the records of their finished matches."""
    return zip_response(export_zip(request.user), f"tavola-data-{request.user.get_username()}.zip")
