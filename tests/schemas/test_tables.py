"""Contracts: every table is complete, documented, and shown in schemas/README.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from jobs.docs import tables_page
from schemas.columns import PARTITION, Bucketed
from schemas.tables import Table, all_tables, register

DESIGN = {
    *("sources", "messages", "windows", "replies", "scenes", "claims", "scores", "memories"),
    *("facts", "pairs", "decisions", "candidates", "verdicts", "runs", "imports", "releases"),
    *("vectors", "audit", "ledger", "quarantine", "tombstones", "model_checks"),
}


def test_every_table_of_the_design_is_registered() -> None:
    assert set(all_tables()) == DESIGN


@pytest.mark.parametrize("table", all_tables().values(), ids=lambda table: table.name)
def test_a_table_is_keyed_described_and_bucketed_as_it_says(table: Table) -> None:
    columns = table.schema.columns()
    assert table.keys
    assert table.about
    assert [name for name, column in columns.items() if not column.description] == []
    assert issubclass(table.schema, Bucketed) is table.bucketed
    assert table.conform(table.empty()).is_empty()


def test_partitioned_tables_carry_the_whole_partition() -> None:
    for table in all_tables().values():
        held = set(PARTITION) & set(table.dtypes)
        assert held in (set(), {"owner_id"}, set(PARTITION)), table.name


def test_a_second_table_of_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        register(all_tables()["claims"])


def test_the_readme_of_the_schemas_is_true() -> None:
    page = Path(__file__).parents[2] / "schemas" / "README.md"
    assert page.read_text(encoding="utf-8") == tables_page(), "run: make docs"
