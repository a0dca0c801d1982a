"""From windows to claims: what a model is asked, and what its answers are worth. Pure."""
