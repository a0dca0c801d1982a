"""Judging pairs of memories by rules (T0): facts, containment, the rules, the order of them."""
