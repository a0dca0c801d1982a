"""The rules of T0, one file each; see `registry.py` for what a rule is and for their order."""
