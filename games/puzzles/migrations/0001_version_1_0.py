import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('puzzles', '0001_answers_and_ratings'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PuzzleRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=20)),
                ('puzzle', models.SlugField(max_length=20)),
                ('rating', models.IntegerField()),
                ('tried', models.PositiveIntegerField(default=0)),
                ('solved', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'rating of a puzzle',
                'verbose_name_plural': 'ratings of puzzles',
                'constraints': [models.UniqueConstraint(fields=('game', 'puzzle'), name='puzzle_once')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=20)),
                ('puzzle', models.SlugField(max_length=20)),
                ('solved', models.BooleanField()),
                ('move', models.JSONField(null=True)),
                ('rating', models.IntegerField(null=True)),
                ('change', models.IntegerField(null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_attempts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'answer to a puzzle',
                'verbose_name_plural': 'answers to puzzles',
                'constraints': [models.UniqueConstraint(fields=('user', 'game', 'puzzle'), name='answered_once')],
            },
        ),
        migrations.CreateModel(
            name='Solver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=20)),
                ('rating', models.IntegerField(default=1500)),
                ('tried', models.PositiveIntegerField(default=0)),
                ('solved', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating of a solver',
                'verbose_name_plural': 'ratings of solvers',
                'constraints': [models.UniqueConstraint(fields=('user', 'game'), name='solver_once')],
            },
        ),
    ]
