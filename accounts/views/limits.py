"""Too many tries."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/too_many.html", status=HTTPStatus.TOO_MANY_REQUESTS)
