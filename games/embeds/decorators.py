"""What the views for other sites share: whoever asks is nobody in particular."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_noop as _
from django.views.decorators.clickjacking import xframe_options_exempt

from games.embeds.public import NOBODY
from games.embeds.refusals import PicturesBusy
from games.engine.refusals import Refusal
from games.matches.decorators import refuse
from games.matches.refusals import WrongMethod

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
READS = ("GET", "HEAD")
WRONG = _("This address does not answer to that. Go back and try again.")
SOON = "10"
"""Seconds after which pictures are not drawn for too many others any more."""
View = Callable[..., HttpResponse]


def for_everybody(*, lasting_language: bool = False) -> Callable[[View], View]:
    """Decorator for what other sites show: it may stand in a frame anywhere, and loads from here.

    Its language is that of `?lang=`; else what the browser wants, or with `lasting_language` the
    site's own, so that one address is one picture. A refusal is a small page of the same kind.
    """

    def decorate(view: View) -> View:
        @xframe_options_exempt
        @functools.wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            request.user = NOBODY
            language = _language(request, lasting_language)
            with translation.override(language):
                try:
                    if request.method not in READS:
                        raise WrongMethod(WRONG)
                    response = view(request, *args, **kwargs)
                except Refusal as refusal:
                    response = refuse(request, refusal, "embeds/refused.html")
                    if isinstance(refusal, PicturesBusy):
                        response["Retry-After"] = SOON
                    if isinstance(refusal, WrongMethod):
                        response["Allow"] = ", ".join(READS)
            response.headers["Content-Security-Policy"] = POLICY
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
            response.headers["Content-Language"] = language
            return response

        return answer

    return decorate


def _language(request: HttpRequest, lasting: bool) -> str:
    wanted = request.GET.get("lang", "")
    if wanted in dict(settings.LANGUAGES):
        return wanted
    return settings.LANGUAGE_CODE if lasting else translation.get_language() or ""
