"""Lists are ordered by what everybody was told; `moved_at` moved with secret events too."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import F


def forget_secret_moments(apps: Any, schema_editor: Any) -> None:
    """Which of its events a match told everybody its rules alone know; the next one sets it."""
    matches = apps.get_model("matches", "Match")
    running = matches.objects.using(schema_editor.connection.alias)
    running.filter(status="running").update(last_public_event_at=F("started_at"))


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_fair_rating")]

    operations = [
        migrations.RenameField("match", "moved_at", "last_public_event_at"),
        migrations.AlterField("match", "last_public_event_at", models.DateTimeField(editable=False, null=True)),
        migrations.RunPython(forget_secret_moments, migrations.RunPython.noop, elidable=True),
    ]
