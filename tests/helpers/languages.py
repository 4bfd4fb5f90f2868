"""The languages of the site, for tests of what is true in each of them."""

from __future__ import annotations

from django.conf import settings

LANGUAGES = [code for code, _name in settings.LANGUAGES]
TRANSLATIONS = [code for code in LANGUAGES if code != "en"]
