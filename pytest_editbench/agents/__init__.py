"""Agents: what is measured, and how each kind is run in a workspace."""
