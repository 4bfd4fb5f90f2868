"""Too many tries, nothing there, and what cannot be read at all."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page that says so; to programs, what every refusal is to them."""
    if not request.path.startswith("/api/"):
        return page_not_found(request, exception)
    refused = {"code": "not-found", "reason": _("There is nothing at this address.")}
    return JsonResponse({"error": refused}, status=HTTPStatus.NOT_FOUND)


def too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/too_many.html", status=HTTPStatus.TOO_MANY_REQUESTS)
