"""Too many tries, and what cannot be read at all."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


def too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/too_many.html", status=HTTPStatus.TOO_MANY_REQUESTS)
