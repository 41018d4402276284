"""Edit-prediction examples: the edits a user has just made, the cursor, and the acceptable next edits."""
