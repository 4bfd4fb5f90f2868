"""Deals that several tables get."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match, new_id


class DuplicateDeal(models.Model):
    """A deal that several tables get; closed to others until all of them are over."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    game = models.SlugField(max_length=20, db_index=False)
    seats = models.PositiveSmallIntegerField()
    # Whether everyone may see its tables once all of them are over.
    public = models.BooleanField(default=True)
    # Whether it is one table of two players, who then swap their seats.
    both_sides = models.BooleanField(default=False)
    opened_at = models.DateTimeField(default=timezone.now)
    # Until when a further table may be added, so that the deal does not end before; None for no
    # time: it ends once its tables are over.
    open_until = models.DateTimeField(null=True)
    # When the last table was over.
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("duplicate deal")
        verbose_name_plural = _("duplicate deals")
        indexes = [
            models.Index(
                fields=["opened_at"], name="deals_in_play", condition=Q(ended_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def get_absolute_url(self) -> str:
        return reverse("deal", args=[self.id])


class DuplicateTable(models.Model):
    """A table of a duplicate deal."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="duplicate_table"
    )
    deal = models.ForeignKey(DuplicateDeal, on_delete=models.CASCADE, related_name="tables")
    # From 1, in the order in which the tables were opened.
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("table of a duplicate deal")
        verbose_name_plural = _("tables of duplicate deals")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="one_table_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} of {self.deal_id}"
