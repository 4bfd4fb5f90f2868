import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('ladders', '0001_initial'),
    ]

    dependencies = [
        ('matches', '0001_version_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Annulment',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='annulment', serialize=False, to='matches.match')),
                ('reason', models.CharField(max_length=300)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='annulled', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'annulment',
                'verbose_name_plural': 'annulments',
            },
        ),
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=20)),
                ('size', models.CharField(max_length=2)),
                ('bots', models.BooleanField(default=False)),
                ('last_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'ladder',
                'verbose_name_plural': 'ladders',
                'constraints': [models.UniqueConstraint(fields=('game', 'size', 'bots'), name='one_ladder_of_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.IntegerField(default=1500)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('career', models.PositiveIntegerField(default=0)),
                ('change', models.IntegerField(default=0)),
                ('at', models.DateTimeField(null=True)),
                ('bot', models.CharField(blank=True, max_length=10)),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ladders.ladder')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'indexes': [models.Index(fields=['ladder', '-value', 'id'], name='ladders_rat_ladder__b83b32_idx')],
                'constraints': [models.UniqueConstraint(fields=('ladder', 'user'), name='one_rating_a_person'), models.UniqueConstraint(condition=models.Q(('bot', ''), _negated=True), fields=('ladder', 'bot'), name='one_rating_a_bot')],
            },
        ),
        migrations.CreateModel(
            name='RatingEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('before', models.IntegerField()),
                ('after', models.IntegerField()),
                ('k', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('opponents', models.JSONField()),
                ('at', models.DateTimeField()),
                ('note', models.CharField(blank=True, max_length=300)),
                ('written_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_entries', to='matches.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_entries', to='matches.player')),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='ladders.rating')),
                ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='ladders.ratingentry')),
            ],
            options={
                'verbose_name': 'rating ledger entry',
                'verbose_name_plural': 'rating ledger',
                'ordering': ['id'],
                'indexes': [models.Index(fields=['rating', 'at'], name='ladders_rat_rating__77133e_idx')],
            },
        ),
        migrations.CreateModel(
            name='SeasonRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.IntegerField(default=1500)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('career', models.PositiveIntegerField(default=0)),
                ('change', models.IntegerField(default=0)),
                ('at', models.DateTimeField(null=True)),
                ('season', models.CharField(max_length=6)),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ladders.ladder')),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='ladders.rating')),
            ],
            options={
                'verbose_name': 'season rating',
                'verbose_name_plural': 'season ratings',
                'indexes': [models.Index(fields=['ladder', 'season', '-value', 'id'], name='ladders_sea_ladder__82374e_idx')],
                'constraints': [models.UniqueConstraint(fields=('rating', 'season'), name='one_rating_a_season')],
            },
        ),
    ]
