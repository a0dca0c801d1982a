"""One file per command: its flags, what it prints. The work itself is done elsewhere in jobs."""
