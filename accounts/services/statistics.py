"""Moderation in numbers that everybody may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncMonth

from accounts.models import Appeal, AuditEntry, Report, Sanction

MONTHS = 12


@dataclass
class Month:
    """The counts of one month."""

    month: datetime
    reports: int = 0
    acts: int = 0
    sanctions: int = 0
    appeals: int = 0
    lifted: int = 0


def by_month() -> list[Month]:
    """The last months in which anything happened, the newest first."""
    months: dict[datetime, Month] = {}
    given = Sanction.objects.exclude(kind=Sanction.Kind.NOTE)
    lifted = Appeal.objects.filter(verdict=Appeal.Verdict.LIFTED)
    counts: list[tuple[str, QuerySet[Any], str]] = [
        ("reports", Report.objects.all(), "made_at"),
        ("acts", AuditEntry.objects.all(), "at"),
        ("sanctions", given, "since"),
        ("appeals", Appeal.objects.all(), "made_at"),
        ("lifted", lifted, "decided_at"),
    ]
    for name, rows, when in counts:
        per_month = rows.order_by().annotate(month=TruncMonth(when)).values("month")
        for row in per_month.annotate(count=Count("pk")):
            month = months.setdefault(row["month"], Month(row["month"]))
            setattr(month, name, row["count"])
    newest = sorted(months.values(), key=lambda month: month.month, reverse=True)
    return newest[:MONTHS]
