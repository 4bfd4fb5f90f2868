from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0002_network_of_a_device_use")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="storedanswer",
            name="size",
            field=models.PositiveIntegerField(db_default=0),
        ),
    ]
