from datetime import UTC, datetime, timedelta

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def end_after_a_week(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the week of each fixture last seven days, as when it was paired."""
    fixtures = apps.get_model("leagues", "Fixture").objects.using(schema_editor.connection.alias)
    fixtures.update(closes_at=F("opens_at") + timedelta(days=7))


class Migration(migrations.Migration):

    dependencies = [
        ("leagues", "0004_early_timeouts"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="closes_at",
            field=models.DateTimeField(default=datetime(2026, 1, 1, tzinfo=UTC)),
            preserve_default=False,
        ),
        migrations.RunPython(end_after_a_week, migrations.RunPython.noop),
    ]
