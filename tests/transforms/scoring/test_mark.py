"""The mark is exact, and reads back what was written."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.scores import DIMENSIONS
from tests.transforms.scoring.build import scored_frame
from transforms.scoring.mark import read_mark

GOOD = "#评分:8.5 #评估:重要性9,新颖性7,相关性9,可信度8,粒度8,时效性9"

vectors = st.tuples(*[st.integers(0, 10)] * 6)


@pytest.mark.parametrize(
    ("vector", "mark"),
    [
        ((9, 7, 9, 8, 8, 9), GOOD),
        ((3, 5, 4, 7, 6, 2), "#评分:4.4 #评估:重要性3,新颖性5,相关性4,可信度7,粒度6,时效性2"),
        ((10,) * 6, "#评分:10.0 #评估:重要性10,新颖性10,相关性10,可信度10,粒度10,时效性10"),
        ((0,) * 6, "#评分:0.0 #评估:重要性0,新颖性0,相关性0,可信度0,粒度0,时效性0"),
    ],
)
def test_worked_examples(vector, mark):
    assert scored_frame(vector)["mark"].to_list() == [mark]


@settings(max_examples=20, deadline=None)
@given(st.lists(vectors, min_size=1, max_size=30))
def test_reads_back_what_was_written(rows):
    frame = scored_frame(*rows)
    read = frame.select(read_mark(pl.col("mark")).alias("m")).unnest("m")
    assert read.rows() == frame.select("total_tenths", *DIMENSIONS).rows()


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "8.5",
        GOOD + " ",
        GOOD.replace("8.5", "8.50"),
        GOOD.replace("8.5", "8"),
        GOOD.replace(",时效性9", ""),
        GOOD.replace("粒度8", "粒度８"),
        GOOD.replace("粒度8", "粒度-8"),
        GOOD.replace("重要性9,新颖性7", "新颖性7,重要性9"),
    ],
)
def test_what_is_no_mark_reads_as_nulls(text):
    read = pl.select(read_mark(pl.lit(text, pl.String)).alias("m")).unnest("m")
    assert read.row(0) == (None,) * 7
