"""Cases made from the history of a repository."""
