from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_by_account(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Replace the stored name of the other player of a match by a reference to the account."""
    alias = schema_editor.connection.alias
    notifications = apps.get_model("notifications", "Notification").objects.using(alias)
    fixtures = apps.get_model("leagues", "Fixture").objects.using(alias)
    for row in notifications.filter(key__startswith="event:fixture:"):
        number = row.key.rpartition(":")[2]
        fixture = fixtures.select_related("first", "second").filter(pk=number).first()
        row.facts.pop("person", None)
        if fixture is not None:
            first, second = fixture.first.user_id, fixture.second.user_id
            row.person_id = second if row.user_id == first else first
        row.save(update_fields=["facts", "person"])


class Migration(migrations.Migration):

    dependencies = [
        ("leagues", "0002_same_cards"),
        ("notifications", "0012_person"),
    ]

    operations = [migrations.RunPython(name_by_account, migrations.RunPython.noop)]
