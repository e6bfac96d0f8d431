# An offered place is kept for so long as the organiser says.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0023_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="entryterms",
            name="offer_hours",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entryrequest",
            name="offered_until",
            field=models.DateTimeField(null=True),
        ),
    ]
