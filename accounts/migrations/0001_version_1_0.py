import accounts.models.user
import accounts.services.names
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


WORDS = "The book of acts is append-only."
# SQLite refuses changes but not deletion: tests empty tables by it, and the owner of the file can do
# anything with it anyway.
TRIGGERS = {
    "sqlite": [
        f"""CREATE TRIGGER book_of_acts_is_append_only BEFORE UPDATE ON accounts_auditentry
        BEGIN SELECT RAISE(ABORT, '{WORDS}'); END""",
    ],
    "postgresql": [
        f"""CREATE OR REPLACE FUNCTION book_of_acts_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION '{WORDS}'; END$$""",
        """CREATE TRIGGER book_of_acts_is_append_only BEFORE UPDATE OR DELETE
        ON accounts_auditentry FOR EACH ROW EXECUTE FUNCTION book_of_acts_is_append_only()""",
    ],
}


def make_append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the database itself refuse changes to the audit log."""
    for statement in TRIGGERS[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_names'),
        ('accounts', '0003_fair_rating'),
        ('accounts', '0004_follows'),
        ('accounts', '0005_access_tokens'),
        ('accounts', '0006_bot_accounts'),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'This username is taken. Choose another one.'}, max_length=20, unique=True, validators=[accounts.services.names.validate_username], verbose_name='username')),
                ('email', models.EmailField(blank=True, db_index=True, max_length=254, verbose_name='email address')),
                ('display_name', models.CharField(blank=True, max_length=30, verbose_name='display name')),
                ('about', models.CharField(blank=True, max_length=300, verbose_name='about me')),
                ('language', models.CharField(blank=True, max_length=5, verbose_name='language')),
                ('guest_until', models.DateTimeField(db_index=True, editable=False, null=True)),
                ('sanctioned', models.BooleanField(default=False, editable=False)),
                ('closes_at', models.DateTimeField(db_index=True, editable=False, null=True)),
                ('gone_at', models.DateTimeField(editable=False, null=True)),
                ('address_hash', models.CharField(blank=True, db_index=True, editable=False, max_length=64)),
                ('bot_since', models.DateTimeField(editable=False, null=True)),
                ('session_round', models.PositiveIntegerField(default=0, editable=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('run_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bots', to=settings.AUTH_USER_MODEL)),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'permissions': [('host', 'Runs game nights: opens many tables, gives players seats there')],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Upper('username'), name='username_whatever_its_capitals', violation_error_message='This username is taken. Choose another one.')],
            },
            managers=[
                ('objects', accounts.models.user.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('actor_id', models.PositiveBigIntegerField(db_index=True, editable=False, null=True)),
                ('actor', models.CharField(editable=False, max_length=40)),
                ('act', models.CharField(db_index=True, editable=False, max_length=30)),
                ('about_id', models.PositiveBigIntegerField(db_index=True, editable=False, null=True)),
                ('about', models.CharField(blank=True, editable=False, max_length=40)),
                ('subject', models.CharField(blank=True, editable=False, max_length=80)),
                ('why', models.CharField(blank=True, editable=False, max_length=1000)),
            ],
            options={
                'verbose_name': 'action',
                'verbose_name_plural': 'moderation log',
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Privacy',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='privacy', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('ratings', models.CharField(choices=[('all', 'Everyone'), ('members', 'Members'), ('nobody', 'Only you')], default='all', max_length=8, verbose_name='Ratings')),
                ('matches', models.CharField(choices=[('all', 'Everyone'), ('members', 'Members'), ('nobody', 'Only you')], default='all', max_length=8, verbose_name='Matches')),
                ('reliability', models.CharField(choices=[('all', 'Everyone'), ('members', 'Members'), ('nobody', 'Only you')], default='all', max_length=8, verbose_name='Reliability')),
                ('online', models.CharField(choices=[('members', 'Members'), ('friends', 'Friends'), ('nobody', 'Only you')], default='members', max_length=8, verbose_name='When you’re online')),
                ('playing', models.CharField(choices=[('members', 'Members'), ('friends', 'Friends'), ('nobody', 'Only you')], default='members', max_length=8, verbose_name='What you play')),
                ('watching', models.CharField(choices=[('members', 'Members'), ('friends', 'Friends'), ('nobody', 'Only you')], default='friends', max_length=8, verbose_name='What you watch')),
            ],
            options={
                'verbose_name': 'privacy',
                'verbose_name_plural': 'privacy',
            },
        ),
        migrations.CreateModel(
            name='AccessToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField(db_index=True)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='access_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'access token',
                'verbose_name_plural': 'access tokens',
                'constraints': [models.UniqueConstraint(fields=('user', 'name'), name='one_token_of_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'constraints': [models.UniqueConstraint(fields=('owner', 'other'), name='blocked_once'), models.CheckConstraint(condition=models.Q(('owner', models.F('other')), _negated=True), name='nobody_blocks_themselves')],
            },
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('open', 'open'), ('closed', 'closed')], default='open', max_length=8)),
                ('weight', models.PositiveIntegerField(default=0)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('claimed_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('upheld', models.BooleanField(null=True)),
                ('verdict', models.CharField(blank=True, max_length=1000)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cases', to=settings.AUTH_USER_MODEL)),
                ('claimed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='claimed_cases', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'case',
                'verbose_name_plural': 'cases',
                'permissions': [('moderate', 'Works on cases, gives sanctions up to a suspension'), ('moderate_all', 'Bans, annuls matches, decides on long suspensions')],
                'indexes': [models.Index(fields=['status', '-weight', 'opened_at'], name='accounts_ca_status_770f7e_idx')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('about',), name='one_open_case_each')],
            },
        ),
        migrations.CreateModel(
            name='DeviceUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(max_length=64)),
                ('first_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='device_uses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'device use',
                'verbose_name_plural': 'device uses',
                'indexes': [models.Index(fields=['last_at'], name='device_uses_by_age')],
                'constraints': [models.UniqueConstraint(fields=('device', 'user'), name='one_use_of_a_device_each')],
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followed_by', to=settings.AUTH_USER_MODEL)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'follow',
                'verbose_name_plural': 'follows',
                'indexes': [models.Index(fields=['other', '-at'], name='followers_by_age')],
                'constraints': [models.UniqueConstraint(fields=('owner', 'other'), name='followed_once'), models.CheckConstraint(condition=models.Q(('owner', models.F('other')), _negated=True), name='nobody_follows_themselves')],
            },
        ),
        migrations.CreateModel(
            name='HeldName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('skeleton_hash', models.CharField(max_length=64, unique=True)),
                ('until', models.DateTimeField(db_index=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='held_names', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'reserved name',
                'verbose_name_plural': 'reserved names',
            },
        ),
        migrations.CreateModel(
            name='NameClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('skeleton', models.CharField(max_length=128, unique=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='names', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'name in use',
                'verbose_name_plural': 'names in use',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('abuse', 'insults or threats'), ('cheating', 'cheating or colluding'), ('stalling', 'stalling or leaving on purpose'), ('name', 'an offensive name'), ('spam', 'advertising or spam'), ('other', 'something else')], max_length=10)),
                ('subject', models.CharField(choices=[('chat', 'a chat message'), ('match', 'a match'), ('profile', 'a profile'), ('name', 'a name'), ('pattern', 'a pattern of play')], max_length=10)),
                ('subject_id', models.CharField(blank=True, max_length=80)),
                ('note', models.CharField(blank=True, max_length=1000)),
                ('evidence', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answer_read_at', models.DateTimeField(null=True)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='accounts.case')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['made_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('note', 'note'), ('warning', 'warning'), ('mute', 'mute'), ('unrated', 'no rated play'), ('suspension', 'suspension'), ('ban', 'ban')], max_length=10)),
                ('reason', models.CharField(max_length=1000)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('read_at', models.DateTimeField(null=True)),
                ('lifted_at', models.DateTimeField(null=True)),
                ('case', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sanctions', to='accounts.case')),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('lifted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sanctions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'sanction',
                'verbose_name_plural': 'sanctions',
                'ordering': ['-since', '-pk'],
                'indexes': [models.Index(fields=['user', 'lifted_at', 'until'], name='accounts_sa_user_id_92740e_idx')],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('verdict', models.CharField(blank=True, choices=[('upheld', 'the sanction stands'), ('lifted', 'the sanction is lifted')], max_length=10)),
                ('answer', models.CharField(blank=True, max_length=1000)),
                ('decided_at', models.DateTimeField(null=True)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('sanction', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='appeal', to='accounts.sanction')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
                'ordering': ['made_at'],
            },
        ),
        migrations.CreateModel(
            name='StoredAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('request', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('body', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stored_answers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'stored answer',
                'verbose_name_plural': 'stored answers',
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='one_answer_for_a_key')],
            },
        ),
        migrations.RunPython(make_append_only, migrations.RunPython.noop),
    ]
