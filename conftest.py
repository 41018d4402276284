"""Shared by every test session of this project, with or without its development packages."""

pytest_plugins = ["pytester"]
