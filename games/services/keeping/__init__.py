"""The store as a whole: moved to another database, backed up, restored, verified by replay."""
