import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from accounts.services.lookalikes import skeleton_of

OLDER = "#"
DISPLAY_NAME_MAX = 30


def claim_present_names(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give everybody the names they bear; of two that look alike, the older account has it.

    A younger account keeps its username, which is in addresses and typed to sign in; its display
    name gets a number. Usernames go first: no display name is worth another's username.
    """
    alias = schema_editor.connection.alias
    people = apps.get_model("accounts", "User").objects.using(alias).order_by("date_joined", "pk")
    claims = apps.get_model("accounts", "NameClaim").objects.using(alias)
    bearer: dict[str, int] = {}

    def claim(skeleton: str, pk: int) -> bool:
        if bearer.setdefault(skeleton, pk) != pk:
            return False
        claims.get_or_create(skeleton=skeleton, defaults={"user_id": pk})
        return True

    for person in people.only("pk", "username").iterator():
        skeleton = skeleton_of(person.username)
        if not claim(skeleton, person.pk):
            claims.create(skeleton=f"{skeleton}{OLDER}{person.pk}", user_id=person.pk)
    named = people.exclude(display_name="").only("pk", "username", "display_name")
    for person in list(named):
        skeleton = skeleton_of(person.display_name)
        if skeleton == skeleton_of(person.username) or claim(skeleton, person.pk):
            continue
        number = 2
        while True:
            tail = f" {number}"
            name = person.display_name[: DISPLAY_NAME_MAX - len(tail)] + tail
            if claim(skeleton_of(name), person.pk):
                break
            number += 1
        person.display_name = name
        person.save(using=alias, update_fields=["display_name"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.RemoveField(model_name="user", name="look"),
        migrations.CreateModel(
            name="NameClaim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("skeleton", models.CharField(max_length=128, unique=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="names",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "name in use", "verbose_name_plural": "names in use"},
        ),
        migrations.CreateModel(
            name="HeldName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("skeleton_hash", models.CharField(max_length=64, unique=True)),
                ("until", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="held_names",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "name that is held",
                "verbose_name_plural": "names that are held",
            },
        ),
        migrations.RunPython(claim_present_names, migrations.RunPython.noop, elidable=True),
    ]
