import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('notifications', '0001_initial'),
        ('notifications', '0002_bell'),
        ('notifications', '0003_achievements'),
        ('notifications', '0004_more_kinds'),
        ('notifications', '0005_person_streams'),
    ]

    dependencies = [
        ('accounts', '0001_version_1_0'),
        ('matches', '0001_version_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Mailing',
            fields=[
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='mailing', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('mode', models.CharField(choices=[('at-once', 'Immediately'), ('daily', 'Once a day'), ('never', 'Never')], default='at-once', max_length=7)),
                ('mailed_at', models.DateTimeField(null=True)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice', serialize=False, to='matches.player')),
                ('due_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='NotificationChoice',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notification_choice', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('channels', models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name='PersonStream',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='person_stream', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('number', models.PositiveBigIntegerField(default=0)),
                ('forgotten', models.PositiveBigIntegerField(default=0)),
                ('playing', models.JSONField(default=dict)),
                ('asked', models.JSONField(default=dict)),
                ('began_at', models.DateTimeField()),
                ('looked_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='webhook', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('url', models.CharField(max_length=500)),
                ('secret', models.CharField(max_length=64)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('invitation', 'Invitations to a table'), ('challenge', 'Challenges and answers to mine'), ('rematch', 'Rematch offers'), ('found', 'Opponents are found while I play bots'), ('mention', 'A player mentions me at a table'), ('follower', 'A player follows me'), ('report', 'Results of my reports'), ('game_night', 'A game night begins'), ('achieved', 'I earn an achievement')], max_length=10)),
                ('key', models.CharField(max_length=60)),
                ('facts', models.JSONField(default=dict)),
                ('waits', models.BooleanField(default=False)),
                ('url', models.CharField(max_length=200)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('read_at', models.DateTimeField(null=True)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications_caused', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
                'ordering': ['-made_at', '-id'],
                'indexes': [models.Index(condition=models.Q(('read_at', None)), fields=['user', '-made_at'], name='unread_notices'), models.Index(fields=['user', '-made_at'], name='notices_of_user'), models.Index(fields=['made_at'], name='old_notices')],
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='notified_once')],
            },
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('key', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=30)),
                ('user_agent', models.CharField(blank=True, max_length=300)),
                ('session_round', models.PositiveIntegerField(default=0)),
                ('added_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('mail', 'Email'), ('push', 'Browser'), ('webhook', 'Webhook')], max_length=7)),
                ('key', models.CharField(max_length=50)),
                ('test', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('failed', 'failed')], default='waiting', max_length=7)),
                ('due_at', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('note', models.CharField(blank=True, max_length=30)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to=settings.AUTH_USER_MODEL)),
                ('notification', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.notification')),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='notifications.pushdevice')),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
                'ordering': ['-id'],
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='delivery_due'), models.Index(fields=['user', '-id'], name='delivery_log'), models.Index(fields=['done_at'], name='delivery_old')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('user', 'key'), name='waits_only_once')],
            },
        ),
        migrations.CreateModel(
            name='StreamMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField()),
                ('kind', models.CharField(choices=[('began', 'Began'), ('asked', 'Asked'), ('answered', 'Answered'), ('ended', 'Ended'), ('news', 'News')], max_length=8)),
                ('since', models.DateTimeField(null=True)),
                ('at', models.DateTimeField(db_index=True)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('notification', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notifications.notification')),
                ('stream', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='notifications.personstream')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('stream', 'number'), name='streamed_in_order')],
            },
        ),
    ]
