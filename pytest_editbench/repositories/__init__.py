"""Repositories that cases name by URL: found on this machine, read from their objects, never changed."""
