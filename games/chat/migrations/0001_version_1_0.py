import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('chat', '0001_initial'),
        ('chat', '0002_phrases'),
    ]

    dependencies = [
        ('matches', '0001_version_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('players', 'players'), ('spectators', 'spectators')], max_length=10)),
                ('text', models.CharField(max_length=300)),
                ('phrase', models.CharField(blank=True, max_length=20)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('hidden', models.BooleanField(default=False)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='chat_lines', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat', to='matches.match')),
            ],
            options={
                'verbose_name': 'chat message',
                'verbose_name_plural': 'chat messages',
                'ordering': ['id'],
                'indexes': [models.Index(fields=['match', 'room', 'id'], name='chat_chatli_match_i_ddd98f_idx')],
            },
        ),
        migrations.CreateModel(
            name='Muted',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reader', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'muted player',
                'verbose_name_plural': 'muted players',
                'constraints': [models.UniqueConstraint(fields=('reader', 'author'), name='muted_once')],
            },
        ),
    ]
