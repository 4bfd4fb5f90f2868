from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0001_version_1_0")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="storedanswer",
            name="size",
            field=models.PositiveIntegerField(db_default=0),
        ),
    ]
