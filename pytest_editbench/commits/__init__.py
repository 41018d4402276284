"""Commit proposals: what they hold, how they are read, and the rules that they must keep. Pure."""
