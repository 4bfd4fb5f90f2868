import django.db.models.deletion
import django.utils.timezone
import games.matches.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('matches', '0001_initial'),
        ('matches', '0002_fairness'),
        ('matches', '0003_fair_rating'),
        ('matches', '0004_last_public_event'),
        ('matches', '0005_seats_agreed'),
        ('matches', '0006_bot_accounts'),
        ('matches', '0007_branches'),
        ('matches', '0008_bot_characters'),
        ('matches', '0009_fewer_indexes'),
        ('matches', '0010_renamed_players'),
        ('matches', '0011_columns_of_features'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.CharField(default=games.matches.models.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('key', models.CharField(default=games.matches.models.new_key, editable=False, max_length=32, unique=True)),
                ('game', models.SlugField(db_index=False, max_length=20)),
                ('rules', models.PositiveSmallIntegerField()),
                ('seats', models.PositiveSmallIntegerField()),
                ('options', models.JSONField(default=dict)),
                ('public', models.BooleanField(default=True)),
                ('rated', models.BooleanField(default=False)),
                ('uncounted', models.CharField(blank=True, choices=[('device', 'two of its players used the same browser'), ('often', 'two of its players had already met in two rated matches that day'), ('early', 'a player left before everyone had made three decisions')], max_length=10)),
                ('branched_at', models.PositiveIntegerField(null=True)),
                ('pace', models.CharField(blank=True, choices=[('', 'no clock'), ('live', 'live'), ('turns', 'turn by turn')], default='', max_length=5)),
                ('bank', models.PositiveIntegerField(default=0)),
                ('increment', models.PositiveIntegerField(default=0)),
                ('cap', models.PositiveIntegerField(default=0)),
                ('status', models.CharField(choices=[('open', 'open'), ('running', 'running'), ('finished', 'finished'), ('closed', 'taken down'), ('aborted', 'called off')], default='open', max_length=10)),
                ('fairness', models.PositiveSmallIntegerField(default=1)),
                ('commitment', models.CharField(blank=True, max_length=64)),
                ('commitments', models.JSONField(default=list)),
                ('reveal_by', models.DateTimeField(null=True)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('started_at', models.DateTimeField(null=True)),
                ('last_public_event_at', models.DateTimeField(editable=False, null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('last_number', models.PositiveIntegerField(default=0)),
                ('outcome', models.JSONField(null=True)),
                ('digest', models.CharField(blank=True, editable=False, max_length=64)),
                ('answer_by', models.DateTimeField(null=True)),
                ('seats_agreed', models.BooleanField(default=False)),
                ('listed_at', models.DateTimeField(editable=False, null=True)),
                ('words', models.TextField(blank=True, editable=False)),
                ('branched_from', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='branches', to='matches.match')),
                ('former', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematches', to='matches.match')),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
                'indexes': [models.Index(fields=['status', 'public', '-opened_at'], name='matches_mat_status_9d3a0d_idx'), models.Index(condition=models.Q(('answer_by__isnull', False)), fields=['answer_by'], name='questions_in_secret'), models.Index(condition=models.Q(('reveal_by__isnull', False)), fields=['reveal_by'], name='tables_that_wait_for_nonces'), models.Index(fields=['listed_at', 'id', 'game', 'seats', 'rated', 'words'], name='matches_played')],
            },
        ),
        migrations.CreateModel(
            name='MatchSecret',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret', serialize=False, to='matches.match')),
                ('secret', models.CharField(blank=True, max_length=64)),
                ('secrets', models.JSONField(default=list)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('position', models.JSONField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('move', 'move'), ('resign', 'resignation'), ('timeout', 'time ran out'), ('expel', 'expulsion'), ('abort', 'match called off'), ('away', 'vacation'), ('show', 'shown cards'), ('undo', 'move taken back'), ('rename', 'player renamed')], max_length=10)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('data', models.JSONField(default=dict)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('took', models.PositiveIntegerField(null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='matches.match')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='one_event_per_number')],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=30)),
                ('bot', models.CharField(blank=True, max_length=10)),
                ('character', models.CharField(blank=True, max_length=20)),
                ('program', models.BooleanField(default=False)),
                ('joined', models.PositiveSmallIntegerField()),
                ('nonce_hash', models.CharField(blank=True, max_length=64)),
                ('nonce', models.CharField(blank=True, max_length=64)),
                ('origin', models.CharField(blank=True, choices=[('revealed', 'revealed'), ('derived', 'derived'), ('replaced', 'replaced')], max_length=10)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('asked_at', models.PositiveIntegerField(null=True)),
                ('asked_since', models.DateTimeField(null=True)),
                ('left_at', models.PositiveIntegerField(null=True)),
                ('left_by', models.CharField(blank=True, max_length=10)),
                ('came_at', models.DateTimeField(null=True)),
                ('called_off_at', models.DateTimeField(null=True)),
                ('time_left', models.PositiveIntegerField(default=0)),
                ('deadline', models.DateTimeField(null=True)),
                ('away_from', models.DateTimeField(null=True)),
                ('away_until', models.DateTimeField(null=True)),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('score', models.IntegerField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('game', models.SlugField(blank=True, db_index=False, max_length=20)),
                ('size', models.CharField(blank=True, max_length=2)),
                ('public', models.BooleanField(default=False)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='matches.match')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='played', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'indexes': [models.Index(condition=models.Q(('asked_at__isnull', False), models.Q(('bot', ''), _negated=True)), fields=['asked_since'], name='bots_that_are_asked'), models.Index(condition=models.Q(('deadline__isnull', False)), fields=['deadline'], name='running_clocks'), models.Index(condition=models.Q(('asked_at__isnull', False)), fields=['user'], name='waits_for_user'), models.Index(condition=models.Q(('nonce', ''), models.Q(('nonce_hash', ''), _negated=True)), fields=['user'], name='nonces_of_user'), models.Index(fields=['user', 'ended_at', 'id'], name='matches_of_somebody'), models.Index(condition=models.Q(('called_off_at__isnull', False)), fields=['user', 'called_off_at'], name='called_off_by_user')],
                'constraints': [models.UniqueConstraint(fields=('match', 'joined'), name='one_player_per_chair'), models.UniqueConstraint(condition=models.Q(('seat__isnull', False)), fields=('match', 'seat'), name='one_player_per_seat'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('match', 'user'), name='nobody_twice')],
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts', models.DateTimeField()),
                ('ends', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'vacation',
                'verbose_name_plural': 'vacations',
                'ordering': ['starts'],
                'indexes': [models.Index(fields=['user', 'ends'], name='matches_vac_user_id_34eccd_idx')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends__gt', models.F('starts'))), name='vacation_has_a_length')],
            },
        ),
    ]
