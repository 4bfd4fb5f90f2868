import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.services.lookalikes import skeleton_of
from accounts.services.name_parts import rows_of

CLAIMS = 500


def store_parts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Store the parts of the names that are in use."""
    alias = schema_editor.connection.alias
    claims = apps.get_model("accounts.NameClaim").objects.using(alias).select_related("user")
    part = apps.get_model("accounts.NamePart")
    rows = []
    for claim in claims.order_by("pk").iterator(chunk_size=CLAIMS):
        skeleton = claim.skeleton.partition("#")[0]
        names = [claim.user.username, claim.user.display_name]
        alike = [name for name in names if name and skeleton_of(name) == skeleton]
        rows += [
            part(claim=claim, part=number, length=length)
            for number, length in sorted(rows_of(alike))
        ]
        if len(rows) > 20 * CLAIMS:
            part.objects.using(alias).bulk_create(rows, batch_size=5000)
            rows = []
    part.objects.using(alias).bulk_create(rows, batch_size=5000)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_time_zones'),
    ]

    operations = [
        migrations.CreateModel(
            name='NamePart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.BigIntegerField()),
                ('length', models.PositiveSmallIntegerField()),
                ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='accounts.nameclaim')),
            ],
            options={
                'verbose_name': 'part of a name',
                'verbose_name_plural': 'parts of names',
                'indexes': [models.Index(fields=['part', 'length', 'claim'], name='names_by_parts')],
                'constraints': [models.UniqueConstraint(fields=('claim', 'part', 'length'), name='part_once_a_name')],
            },
        ),
        migrations.RunPython(store_parts, migrations.RunPython.noop, elidable=True),
    ]
