"""The pages that explain the JSON API to authors of programs."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.matches.decorators import page_view
from games.site.api_docs import OTHERS, TRY, Documentation, documentation


def _documentation() -> Documentation:
    language = get_language()
    return documentation(
        language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    )


@page_view("GET", "HEAD")
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show the guide and the contents; with `?q=` what is found."""
    docs, query = _documentation(), request.GET.get("q", "").strip()
    context = {"docs": docs, "query": query, "found": docs.search(query)}
    return render(request, "site/api_docs.html", context)


@page_view("GET", "HEAD")
def api_docs_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show the endpoints of a resource, or one of the other pages."""
    docs = _documentation()
    if page in OTHERS:
        context = {"docs": docs, "page": page, "trying": page == TRY and request.GET.get("of")}
        return render(request, f"site/api_{page}.html", context)
    group = docs.group(page)
    if group is None:
        raise Http404
    return render(request, "site/api_resource.html", {"docs": docs, "page": page, "group": group})
