"""The addresses that make the site an installable app."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from games.matches.decorators import page_view
from games.site import pwa

SHARED = ("url", "text", "title")


@page_view("GET", "HEAD")
def manifest(request: HttpRequest) -> HttpResponse:
    return JsonResponse(pwa.manifest(), content_type="application/manifest+json")


@page_view("GET", "HEAD")
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker from the root, so that it covers every page.

    Browsers ask each time whether it has changed.
    """
    return HttpResponse(
        pwa.worker_script(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@page_view("GET", "HEAD")
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the service worker caches and shows while the site cannot be reached."""
    return render(request, "site/offline.html")


@page_view("GET", "HEAD")
def shared_link(request: HttpRequest) -> HttpResponse:
    """Open a link that was shared with the app, such as an invitation."""
    texts = [request.GET.get(name, "") for name in SHARED]
    return redirect(pwa.path_of_shared(texts, request.get_host()))
