"""Random kills of the real command, and the comparison with an undisturbed run."""
