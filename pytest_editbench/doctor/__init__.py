"""Is this installation sound? Known verdicts are reached again and counted."""
