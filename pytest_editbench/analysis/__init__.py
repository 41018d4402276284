"""What agents say of a change: one task for each of its files, all of them at once."""
