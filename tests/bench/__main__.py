"""`python -m tests.bench [NAME...] [--quick] [--json FILE]`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.bench import benchmarks


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    packages = ("polars", "duckdb", "deltalake", "scikit-learn", "numpy")
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "processor": platform.machine(),
        **{name: version(name) for name in packages},
    }


def main() -> None:
    """Run the named benchmarks, or all, and print their table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("names", nargs="*", help=f"known: {', '.join(benchmarks())}")
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--json", type=Path, help="write the results to this file")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in benchmarks()]
    if unknown:
        parser.error(f"unknown benchmark {unknown[0]!r}; known: {', '.join(benchmarks())}")
    results = []
    for name in options.names or benchmarks():
        result = benchmarks()[name](options.quick)
        results.append({"name": name, **vars(result), "machine": machine()})
        _show(name, vars(result))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def _show(name: str, parts: dict[str, dict[str, Any]]) -> None:
    table = Table(title=name, title_justify="left")
    for heading in ("", "measure", "value"):
        table.add_column(heading, justify="right" if heading == "value" else "left")
    for part, values in parts.items():
        for measure, value in values.items():
            table.add_row(part, measure, _shown(value))
    Console(file=sys.stdout).print(table)


def _shown(value: float) -> str:
    """Three significant digits below 100, whole numbers above."""
    return f"{value:,.0f}" if isinstance(value, int) or value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    main()
