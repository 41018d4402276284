"""pytest-editbench: how precisely does a coding agent edit code?"""

__version__ = "0.1.0"
