"""The ledger: work is done once, and again when inputs, versions or settings change."""

from __future__ import annotations

from jobs.lake import Lake
from jobs.ledger import Ledger, Work
from tests.frames import frame

READS, WRITES = ("messages",), ("windows",)


def _works(lake: Lake, version: str = "1", settings: str = "s") -> tuple[Ledger, list[Work]]:
    ledger = Ledger(lake, "run")
    return ledger, ledger.works("windows", READS, {"window": version}, settings)


def test_recorded_work_is_not_stale_in_the_next_run(lake: Lake) -> None:
    lake.append("messages", frame("messages", {"message_key": "a"}, {"message_key": "b"}))
    ledger, works = _works(lake)
    assert [work.bucket for work in ledger.stale(works, WRITES)] == [0]
    ledger.record(works)
    ledger, works = _works(lake)
    assert ledger.stale(works, WRITES) == []


def test_new_input_version_or_setting_makes_it_stale(lake: Lake) -> None:
    lake.append("messages", frame("messages", {"message_key": "a"}))
    ledger, works = _works(lake)
    ledger.record(works)
    for version, settings in (("2", "s"), ("1", "t")):
        again, works = _works(lake, version, settings)
        assert [work.bucket for work in again.stale(works, WRITES)] == [0]
    lake.append("messages", frame("messages", {"message_key": "b", "bucket": 2}))
    again, works = _works(lake)
    assert [work.bucket for work in again.stale(works, WRITES)] == [2]


def test_going_back_to_an_earlier_input_is_work_again(lake: Lake) -> None:
    one, two = frame("messages", {"message_key": "a"}), frame("messages", {"message_key": "b"})
    for rows in (one, two):
        lake.replace("messages", rows, [0])
        ledger, works = _works(lake)
        ledger.record(ledger.stale(works, WRITES))
    lake.replace("messages", one, [0])
    ledger, works = _works(lake)
    assert len(ledger.stale(works, WRITES)) == 1


def test_a_bucket_that_lost_all_input_is_worked_on_once_more(lake: Lake) -> None:
    rows = frame("messages", {"message_key": "a"})
    lake.append("messages", rows)
    ledger, works = _works(lake)
    ledger.record(works)
    lake.replace("messages", rows.clear(), [0])
    ledger, works = _works(lake)
    assert [work.bucket for work in ledger.stale(works, WRITES)] == [0]


def test_a_commit_whose_row_was_lost_is_adopted(lake: Lake) -> None:
    lake.append("messages", frame("messages", {"message_key": "a"}))
    _, works = _works(lake)
    lake.replace("windows", frame("windows", {"window_id": "w"}), [0], {0: works[0].key})
    ledger, works = _works(lake)
    assert ledger.stale(works, WRITES) == []
    assert Ledger(lake, "later").stale(works, WRITES) == []
    assert lake.read("ledger")["work"].to_list() == [works[0].key]
