"""Add transcripts; tables that are still open are dealt by the new version."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def deal_open_tables_by_version_3(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    matches = apps.get_model("matches", "Match").objects.using(schema_editor.connection.alias)
    matches.filter(status="open", fairness=2).update(fairness=3)


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_uncounted_by_network")]
    operations = [
        migrations.AddField(
            "match", "transcript", models.TextField(blank=True, default=""), preserve_default=False
        ),
        migrations.AddField(
            "player",
            "salt",
            models.CharField(blank=True, default="", max_length=32),
            preserve_default=False,
        ),
        migrations.RunPython(deal_open_tables_by_version_3, migrations.RunPython.noop),
    ]
