"""How large edits are: those of a repository's history, of trials, of agents' own calls, of cases."""
