"""The page that explains the JSON API to authors of programs."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.matches.decorators import page_view
from games.site.api_docs import documentation


@page_view("GET", "HEAD")
def api_docs(request: HttpRequest) -> HttpResponse:
    language = get_language()
    known = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    return render(request, "site/api_docs.html", {"docs": documentation(known)})
