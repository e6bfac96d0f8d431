"""Indices as the hottest queries ask for them; those that only cost are gone.

Which queries these are: `manage.py bench growth --hottest`; that each finds its rows by an index is tested. Old code needs
none of what is dropped, so this and the version before can run side by side.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0025_hashed_recovery_codes'),
    ]

    operations = [
        # The public list of tournaments, the newest first, read page by page: without it all tournaments were read and sorted.
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('is_public', True)), fields=['-created_at', '-id'], name='tournament_public'),
        ),
        # /metrics asks how many papers wait, of all that were ever issued.
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('state', 'queued')), fields=['id'], name='document_queued'),
        ),
        # The pauses of a round's clock in their order, asked with each page that shows it; instead of one on the round alone.
        migrations.AddIndex(
            model_name='pause',
            index=models.Index(fields=['round', 'began_at'], name='pause_of_round'),
        ),
        # The time given back to a table in its order, asked with each sheet; instead of one on the table alone.
        migrations.AddIndex(
            model_name='addedtime',
            index=models.Index(fields=['partida', 'made_at', 'id'], name='added_time_of_table'),
        ),
        # A paper is found by its file. As an index of the field PostgreSQL had a second one for beginnings, which nobody asks for.
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['sha256'], name='document_of_file'),
        ),
        # A player is found by his whole name; the same.
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['search_key'], name='player_by_name'),
        ),
        # The rest: foreign keys with which an index of several columns begins, and fields whose index has moved above.
        migrations.AlterField(
            model_name='addedtime',
            name='partida',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='added_times', to='tournament.partida'),
        ),
        migrations.AlterField(
            model_name='auditrecord',
            name='tournament',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='tournament.tournament'),
        ),
        migrations.AlterField(
            model_name='deal',
            name='protocol',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='tournament.protocol'),
        ),
        migrations.AlterField(
            model_name='document',
            name='sha256',
            field=models.CharField(blank=True, max_length=64, verbose_name='SHA-256'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournament.tournament'),
        ),
        migrations.AlterField(
            model_name='entrymember',
            name='entry',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournament.entry'),
        ),
        migrations.AlterField(
            model_name='partida',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='partidas', to='tournament.round'),
        ),
        migrations.AlterField(
            model_name='pause',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pauses', to='tournament.round'),
        ),
        migrations.AlterField(
            model_name='player',
            name='search_key',
            field=models.CharField(editable=False, max_length=200),
        ),
        migrations.AlterField(
            model_name='protocolrevision',
            name='protocol',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='tournament.protocol'),
        ),
        migrations.AlterField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournament.tournament'),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='partida',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournament.partida'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='partida',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.partida'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.round'),
        ),
        migrations.AlterField(
            model_name='signature',
            name='protocol',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='signatures', to='tournament.protocol'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='tournament',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournament.tournament'),
        ),
        migrations.AlterField(
            model_name='standingsnapshot',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='tournament.round'),
        ),
        migrations.AlterField(
            model_name='webhookevent',
            name='webhook',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='tournament.webhook'),
        ),
    ]
