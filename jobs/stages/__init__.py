"""The stages in order; each reads like a sentence: read, transform, check, commit."""
