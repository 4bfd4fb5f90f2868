import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('lessons', '0001_initial'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LessonProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=20)),
                ('lesson', models.SlugField(max_length=40)),
                ('done', models.JSONField(default=list)),
                ('shown', models.PositiveSmallIntegerField(default=0)),
                ('finished', models.BooleanField(default=False)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lessons', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'progress in a lesson',
                'verbose_name_plural': 'progress in lessons',
                'constraints': [models.UniqueConstraint(fields=('user', 'game', 'lesson'), name='learnt_once')],
            },
        ),
    ]
