"""Well-known coding agents: one row of data each, and the agent that runs a row."""
