"""Commands for operators: backup, restore, migration and verification."""
