import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('reviews', '0001_reviews'),
    ]

    dependencies = [
        ('matches', '0001_version_1_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='Review',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='review', serialize=False, to='matches.match')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=10)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done_at', models.DateTimeField(null=True)),
                ('total', models.PositiveIntegerField(null=True)),
                ('looks', models.JSONField(default=list)),
            ],
            options={
                'verbose_name': 'review',
                'verbose_name_plural': 'reviews',
                'indexes': [models.Index(condition=models.Q(('status', 'waiting')), fields=['asked_at'], name='reviews_that_wait')],
            },
        ),
    ]
