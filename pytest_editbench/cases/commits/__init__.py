"""Cases that ask for a commit proposal: read, checked, made."""
