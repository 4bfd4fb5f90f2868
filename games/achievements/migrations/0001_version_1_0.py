import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('achievements', '0001_achievements'),
    ]

    dependencies = [
        ('matches', '0001_version_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Assessment',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='assessment', serialize=False, to='matches.match')),
                ('mark', models.CharField(blank=True, max_length=16)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('mark', '')), fields=['mark'], name='matches_to_assess')],
            },
        ),
        migrations.CreateModel(
            name='Earned',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(db_index=False, max_length=20)),
                ('achievement', models.SlugField(db_index=False, max_length=30)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='achievements', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='achievements', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'game', 'achievement', 'at'], name='earned_by_user')],
                'constraints': [models.UniqueConstraint(fields=('user', 'match', 'achievement'), name='earned_once_a_match')],
            },
        ),
        migrations.CreateModel(
            name='HabitChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('habit', models.SlugField(db_index=False, max_length=30)),
                ('choice', models.CharField(max_length=40)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='habits', to='matches.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'habit'), name='one_choice_a_habit')],
            },
        ),
    ]
