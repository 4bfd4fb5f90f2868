"""The addresses that make the site an app."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from games.matches.decorators import page_view
from games.site import pocket

SHARED = ("url", "text", "title")


@page_view("GET", "HEAD")
def manifest(request: HttpRequest) -> HttpResponse:
    return JsonResponse(pocket.manifest(), content_type="application/manifest+json")


@page_view("GET", "HEAD")
def worker(request: HttpRequest) -> HttpResponse:
    """At the root, so that it serves every page. Browsers ask whether there is another one."""
    return HttpResponse(
        pocket.worker_script(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@page_view("GET", "HEAD")
def offline(request: HttpRequest) -> HttpResponse:
    """Cached by the worker, and shown in place of a page while the site cannot be reached."""
    return render(request, "site/offline.html")


@page_view("GET", "HEAD")
def shared_link(request: HttpRequest) -> HttpResponse:
    """A link that was shared with the app, such as an invitation: open it."""
    texts = [request.GET.get(name, "") for name in SHARED]
    return redirect(pocket.path_of_shared(texts, request.get_host()))
