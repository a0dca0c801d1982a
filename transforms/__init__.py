"""Pure functions from frames to frames, and the rules. No path, clock, network or log."""
