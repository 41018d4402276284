"""Examples, cases, commits and patches turned into one another."""
