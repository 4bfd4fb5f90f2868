import django.db.models.deletion
import django.utils.timezone
import games.matches.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('lobby', '0001_initial'),
        ('lobby', '0002_fairness'),
        ('lobby', '0003_challenges'),
        ('lobby', '0004_searches'),
        ('lobby', '0005_table_terms'),
    ]

    dependencies = [
        ('accounts', '0001_version_1_0'),
        ('matches', '0001_version_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='InvitationPolicy',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='invitation_policy', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('callers', models.CharField(choices=[('all', 'Everyone'), ('followed', 'Players I follow'), ('nobody', 'No one')], default='all', max_length=8)),
            ],
        ),
        migrations.CreateModel(
            name='TableTerms',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='terms', serialize=False, to='matches.match')),
                ('bots_welcome', models.BooleanField(default=False)),
                ('least', models.PositiveSmallIntegerField(null=True)),
                ('most', models.PositiveSmallIntegerField(null=True)),
                ('for_guests', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('clock', models.CharField(max_length=20)),
                ('rated', models.BooleanField()),
            ],
            options={
                'verbose_name': 'pool',
                'verbose_name_plural': 'pools',
                'constraints': [models.UniqueConstraint(fields=('clock', 'rated'), name='one_pool_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='challenge', serialize=False, to='matches.match')),
                ('expires_at', models.DateTimeField(null=True)),
                ('fill', models.CharField(blank=True, max_length=20)),
                ('order', models.CharField(choices=[('lot', 'Random'), ('first', 'Me first'), ('last', 'Me last')], default='lot', max_length=5)),
                ('watched', models.BooleanField(default=True)),
                ('instead_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='lobby.challenge')),
            ],
            options={
                'verbose_name': 'challenge',
                'verbose_name_plural': 'challenges',
                'indexes': [models.Index(condition=models.Q(('expires_at__isnull', False)), fields=['expires_at'], name='open_challenges')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('declined_at', models.DateTimeField(null=True)),
                ('reason', models.CharField(blank=True, choices=[('later', 'Not now, maybe later.'), ('faster', 'I’d like a faster clock.'), ('slower', 'I’d like a slower clock.'), ('rated', 'I’d like a rated match.'), ('unrated', 'I’d like an unrated match.'), ('game', 'I’d rather play another game.'), ('counter', 'I’d like to propose something else.')], max_length=8)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'constraints': [models.UniqueConstraint(fields=('match', 'user'), name='nobody_invited_twice')],
            },
        ),
        migrations.CreateModel(
            name='PastSearch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.JSONField(default=list)),
                ('seats', models.JSONField(default=list)),
                ('found', models.BooleanField()),
                ('waited', models.FloatField()),
                ('ended_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='past_searches', to='lobby.pool')),
            ],
            options={
                'verbose_name': 'past search',
                'verbose_name_plural': 'past searches',
                'indexes': [models.Index(fields=['pool', '-ended_at'], name='past_searches_of_pool'), models.Index(fields=['ended_at'], name='old_searches')],
            },
        ),
        migrations.CreateModel(
            name='Ticket',
            fields=[
                ('id', models.CharField(default=games.matches.models.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('pace', models.CharField(choices=[('', 'no clock'), ('live', 'live'), ('turns', 'turn by turn')], max_length=5)),
                ('games', models.JSONField(default=list)),
                ('seats', models.JSONField(default=list)),
                ('ratings', models.JSONField(default=dict)),
                ('nonce_hash', models.CharField(blank=True, max_length=64)),
                ('secret', models.CharField(max_length=64)),
                ('filed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('seen_until', models.DateTimeField(null=True)),
                ('first', models.BooleanField(default=False)),
                ('aside', models.BooleanField(default=False)),
                ('called_at', models.DateTimeField(null=True)),
                ('found_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to='matches.match')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to='lobby.pool')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'ticket',
                'verbose_name_plural': 'tickets',
                'indexes': [models.Index(condition=models.Q(('match', None)), fields=['pool', 'filed_at'], name='waiting_tickets')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('match__isnull', True)), fields=('user', 'pace'), name='one_waiting_ticket_a_pace')],
            },
        ),
    ]
