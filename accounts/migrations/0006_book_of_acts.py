"""The book of acts is append-only in the database too; hosts hold evenings."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

WORDS = "The book of acts is append-only."
# SQLite: no rewriting. That rows can be deleted there is left to the tests, which empty tables so;
# and whoever holds the file can do anything with it anyway.
LOCKS = {
    "sqlite": [
        f"""CREATE TRIGGER book_of_acts_is_append_only BEFORE UPDATE ON accounts_auditentry
        BEGIN SELECT RAISE(ABORT, '{WORDS}'); END""",
    ],
    "postgresql": [
        f"""CREATE FUNCTION book_of_acts_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION '{WORDS}'; END$$""",
        """CREATE TRIGGER book_of_acts_is_append_only BEFORE UPDATE OR DELETE
        ON accounts_auditentry FOR EACH ROW EXECUTE FUNCTION book_of_acts_is_append_only()""",
    ],
}
UNLOCKS = {
    "sqlite": ["DROP TRIGGER book_of_acts_is_append_only"],
    "postgresql": ["DROP FUNCTION book_of_acts_is_append_only() CASCADE"],
}


def lock(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in LOCKS.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


def unlock(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in UNLOCKS.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_closing")]

    operations = [
        migrations.AlterModelOptions(
            name="user",
            options={
                "permissions": [("host", "Holds evenings: opens many tables, seats people there")],
                "verbose_name": "user",
                "verbose_name_plural": "users",
            },
        ),
        migrations.RunPython(lock, unlock),
    ]
