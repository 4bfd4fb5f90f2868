from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0001_initial'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='ticket',
            name='nonce',
        ),
        migrations.AddField(
            model_name='ticket',
            name='nonce_hash',
            field=models.CharField(blank=True, max_length=64),
        ),
    ]
