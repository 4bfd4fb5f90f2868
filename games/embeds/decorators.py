"""The decorator of the views for other sites, which treats every visitor as anonymous."""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_noop as _
from django.views.decorators.clickjacking import xframe_options_exempt

from games.embeds.public import ANONYMOUS
from games.engine.refusals import Refusal
from games.matches.decorators import refuse
from games.matches.refusals import WrongMethod

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
READS = ("GET", "HEAD")
WRONG = _("This page doesn’t accept that request. Go back and try again.")
View = Callable[..., HttpResponse]


def for_everybody(*, lasting_language: bool = False) -> Callable[[View], View]:
    """Make a view that any site may show in a frame, and that loads files only from this site.

    The language is that of `?lang=`, or else the browser's. A refusal is shown as a small page.

    Args:
        lasting_language: Without `?lang=`, use the site's own language instead of the browser's,
            so that each address always shows the same picture.
    """

    def decorate(view: View) -> View:
        @xframe_options_exempt
        @functools.wraps(view)
        def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            request.user = ANONYMOUS
            language = _language(request, lasting_language)
            with translation.override(language):
                try:
                    if request.method not in READS:
                        raise WrongMethod(WRONG)
                    response = view(request, *args, **kwargs)
                except Refusal as refusal:
                    response = refuse(request, refusal, "embeds/refused.html")
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
