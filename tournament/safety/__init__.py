"""What can't be undone: tournaments archived and deleted, persons erased; and how healthy an installation is."""
