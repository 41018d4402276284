"""What the controller of a session does: opens, hears, decides, records, tells."""
