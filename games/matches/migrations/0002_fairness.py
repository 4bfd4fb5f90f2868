from typing import Any

from django.conf import settings
from django.db import migrations, models


def commit_anew(apps: Any, schema_editor: Any) -> None:
    """Tables that are open are dealt by version 2: their secret stays the one committed to.

    The nonces that players sent by version 1 were known to the site beforehand and count no more.
    """
    Match, MatchSecret, Player = (
        apps.get_model("matches", name) for name in ("Match", "MatchSecret", "Player")
    )
    alias = schema_editor.connection.alias
    for match in Match.objects.using(alias).filter(status="open", fairness=1):
        own = MatchSecret.objects.using(alias).get(match=match)
        own.secrets, own.secret = [own.secret], ""
        own.save(update_fields=["secrets", "secret"])
        match.commitments, match.commitment, match.fairness = [match.commitment], "", 2
        match.save(update_fields=["commitments", "commitment", "fairness"])
        Player.objects.using(alias).filter(match=match).update(nonce="")


class Migration(migrations.Migration):

    dependencies = [
        ('evenings', '0001_initial'),
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='commitments',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='match',
            name='fairness',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='match',
            name='reveal_by',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='matchsecret',
            name='secrets',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='player',
            name='nonce_hash',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name='player',
            name='origin',
            field=models.CharField(blank=True, choices=[('revealed', 'revealed'), ('derived', 'derived'), ('replaced', 'replaced')], max_length=10),
        ),
        migrations.AlterField(
            model_name='match',
            name='commitment',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AlterField(
            model_name='matchsecret',
            name='secret',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AlterField(
            model_name='player',
            name='nonce',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('reveal_by__isnull', False)), fields=['reveal_by'], name='tables_that_wait_for_nonces'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('nonce', ''), models.Q(('nonce_hash', ''), _negated=True)), fields=['user'], name='nonces_of_user'),
        ),
        migrations.RunPython(commit_anew, migrations.RunPython.noop),
    ]
