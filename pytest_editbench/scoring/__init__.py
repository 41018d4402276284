"""Pure arithmetic over outcomes: rates, intervals, pass@k."""
