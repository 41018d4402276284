"""Stored runs: compared, planned from, pruned."""
