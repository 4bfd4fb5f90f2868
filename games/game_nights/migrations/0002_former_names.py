"""Rename the tables and rows of stores from before 1.0.0, which called a game night an evening."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = {
    "evenings_evening": "game_nights_gamenight",
    "evenings_eveningtable": "game_nights_gamenighttable",
    "evenings_attendance": "game_nights_attendance",
}
CONTENT_TYPE = "contenttypes.ContentType"
NOTIFICATION, CHOICE = "notifications.Notification", "notifications.NotificationChoice"
MODELS = {"evening": "gamenight", "eveningtable": "gamenighttable", "attendance": "attendance"}


def rename_evenings(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    connection = schema_editor.connection
    former = TABLES.keys() & set(connection.introspection.table_names())
    quote = schema_editor.quote_name
    for table in sorted(former):
        schema_editor.execute(f"ALTER TABLE {quote(table)} RENAME TO {quote(TABLES[table])}")
    for table in sorted(former - {"evenings_evening"}):
        renamed = f"RENAME COLUMN {quote('evening_id')} TO {quote('game_night_id')}"
        schema_editor.execute(f"ALTER TABLE {quote(TABLES[table])} {renamed}")
    rows = {
        name: apps.get_model(name).objects.using(connection.alias)
        for name in (CONTENT_TYPE, NOTIFICATION, CHOICE)
    }
    for content in rows[CONTENT_TYPE].filter(app_label="evenings"):
        content.app_label, content.model = "game_nights", MODELS[content.model]
        content.save()
    for notification in rows[NOTIFICATION].filter(kind="evening"):
        notification.kind = "game_night"
        notification.key = notification.key.replace("evening:", "game_night:", 1)
        notification.facts["game_night"] = notification.facts.pop("evening", "")
        notification.save()
    for choice in rows[CHOICE].filter(channels__has_key="evening"):
        choice.channels["game_night"] = choice.channels.pop("evening")
        choice.save()


class Migration(migrations.Migration):

    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("game_nights", "0001_version_1_0"),
        ("notifications", "0001_version_1_0"),
    ]

    operations = [migrations.RunPython(rename_evenings, migrations.RunPython.noop, elidable=True)]
