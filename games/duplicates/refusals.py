"""The refusals about duplicate deals."""

from core.refusals import Refusal


class NoSuchDeal(Refusal, code="unknown-deal", status=404): ...


class BadDeal(Refusal, code="bad-deal", status=400): ...
