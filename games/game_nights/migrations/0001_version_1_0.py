import django.db.models.deletion
import django.utils.timezone
import games.matches.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('evenings', '0001_initial'),
        ('evenings', '0002_evening_tables'),
    ]

    dependencies = [
        ('matches', '0001_version_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='GameNight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=games.matches.models.new_key, editable=False, max_length=32, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('closed_at', models.DateTimeField(null=True)),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='game_nights', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'game night',
                'verbose_name_plural': 'game nights',
                'ordering': ['-opened_at'],
            },
        ),
        migrations.CreateModel(
            name='GameNightTable',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='game_night_table', serialize=False, to='matches.match')),
                ('game_night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='game_nights.gamenight')),
            ],
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to=settings.AUTH_USER_MODEL)),
                ('game_night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='game_nights.gamenight')),
            ],
            options={
                'verbose_name': 'attendance',
                'verbose_name_plural': 'attendances',
                'ordering': ['at'],
                'constraints': [models.UniqueConstraint(fields=('game_night', 'user'), name='there_once')],
            },
        ),
    ]
