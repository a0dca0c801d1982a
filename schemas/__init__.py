"""Contracts of the lake's tables: columns, keys, rules, versions. No I/O and no logic."""
