"""Facts of language: tables of words and small functions over one text; no frames, no rules."""
