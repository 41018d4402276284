"""Case folders and archives of them, as values."""
