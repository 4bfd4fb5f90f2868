from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def store_words(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Store the words of the notes that are written already."""
    bookmarks = apps.get_model("archive.Bookmark").objects.using(schema_editor.connection.alias)
    for bookmark in bookmarks.exclude(note="").iterator():
        bookmarks.filter(pk=bookmark.pk).update(words=bookmark.note.casefold())


class Migration(migrations.Migration):

    dependencies = [
        ('archive', '0001_version_1_0'),
    ]

    operations = [
        migrations.AddField(
            model_name='bookmark',
            name='words',
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.RunPython(store_words, migrations.RunPython.noop, elidable=True),
    ]
