"""Windows: messages cut into the units of extraction.

Belongs here: the cutting rules (design, section 4, step 2; rows E01-E15 and E51). Does not belong
here: prompts, what a model makes of a window, halving after a truncated reply.

A *chain* is what one session says in one partition; no window and no background crosses chains.
A *part* is a message, or a piece of a user's message beyond the budget. Every part of a qualifying
message is new in exactly one window: a closed window never changes, whatever arrives later, and
what arrives late (before a part that is already closed) gets windows of its own. A window without
a user's part has nothing to extract: it is kept with status `context`, so that every message is
accounted for, and is never asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
import polars as pl

from schemas.columns import PARTITION
from schemas.windows import TABLE
from transforms.ids import content_ids
from transforms.parts import parts_of

VERSION = "window-1"

#: How many characters at the end of an assistant's message are searched for a question.
_QUESTION_TAIL = 160
_QUESTION = r"[?？]|(?:吗|呢|么)[。.!！~～\s]*\z"

_CHAIN = ["session_key", *PARTITION]
_NAMED = ("message_key", "part", "content_hash")


@dataclass(frozen=True, slots=True)
class WindowParams:
    """Policy of cutting. Tokens are estimates of `transforms.text.tokens`."""

    budget_tokens: int = 1200  # new text of a window
    max_messages: int = 24  # new parts of a window
    gap_hours: float = 6.0  # silence that ends a window, and after which a tail is closed
    background_messages: int = 5
    background_tokens: int = 300
    assistant_tokens: int = 150  # an assistant's text counts, and is shown, up to this

    @property
    def gap(self) -> timedelta:
        """Silence that ends a window."""
        return timedelta(hours=self.gap_hours)


def cut(
    messages: pl.DataFrame,
    existing: pl.DataFrame,
    params: WindowParams,
    received_at: datetime,
    flush: bool,
    run_id: str,
) -> pl.DataFrame:
    """The whole new content of the table `windows` for the buckets of `messages`.

    `messages` and `existing` hold every row of those buckets. Closed windows come back unchanged,
    open tails are cut anew. The tail of a chain stays `open` until it is full, has no times, has
    been quiet for the gap at `received_at`, or `flush` is set.
    """
    closed = existing.filter(pl.col("status") != "open")
    parts = parts_of(_qualifying(messages, closed), params.budget_tokens, params.assistant_tokens)
    rows = _runs(_numbered(parts), params.gap)
    fresh = closed.clear()
    if rows["new"].any():
        fresh = _windows(_assign(rows, params), rows, closed, params).with_columns(
            status=_status(params, received_at, flush), run_id=pl.lit(run_id)
        )
    windows = pl.concat([closed, fresh.select(closed.columns)])
    return TABLE.conform(windows).sort("bucket", "session_key", "ordinal")


def due_tails(
    windows: pl.DataFrame, params: WindowParams, received_at: datetime, flush: bool
) -> pl.DataFrame:
    """The open tails that `cut` would close now although nothing new has arrived."""
    return windows.filter(pl.col("status") == "open", _quiet(params, received_at) | pl.lit(flush))


def _qualifying(messages: pl.DataFrame, closed: pl.DataFrame) -> pl.DataFrame:
    """Messages that belong in windows, of the sessions where something is new, in chain order.

    Restricted sessions have none. Adds `question`, and how far closed windows cover the message:
    its first `until` characters, in the parts up to `last`.
    """
    covered = (
        closed.select(pl.col("new").explode())
        .select(pl.col("new").struct.unnest())
        .group_by("message_key")
        .agg(until=pl.col("stop").max(), last=pl.col("part").max())
    )
    restricted = (pl.col("visibility") != "owner").any().over("session_key")
    uncovered = pl.col("content").str.len_chars() > pl.col("until")
    question = pl.col("content").str.tail(_QUESTION_TAIL).str.contains(_QUESTION)
    return (
        messages.filter(~restricted)
        .filter(pl.col("excluded").is_null(), pl.col("role").is_in(["user", "assistant"]))
        .join(covered, on="message_key", how="left")
        .with_columns(pl.col("until").fill_null(0), pl.col("last").fill_null(-1))
        .filter(uncovered.any().over("session_key"))
        .select(
            *("bucket", *_CHAIN, "message_key", "content_hash", "role", "content"),
            *("order_at", "created_at", "position", "until", "last"),
            question=(pl.col("role") == "assistant") & question,
        )
        .sort(*_CHAIN, "order_at", "position", "message_key")
    )


def _numbered(parts: pl.DataFrame) -> pl.DataFrame:
    """Adds `new` (in no closed window) and the number `part` within the message.

    What is covered is always the beginning of a message; numbers go on from there, so that a
    change of the budget neither repeats nor loses text.
    """
    until = pl.col("until")
    return parts.with_columns(
        new=pl.col("stop") > until,
        start=pl.max_horizontal("start", pl.min_horizontal("stop", until)),
    ).with_columns(
        part=(pl.col("last") + pl.col("new").cum_sum().over("message_key")).cast(pl.Int32)
    )


def _runs(rows: pl.DataFrame, gap: timedelta) -> pl.DataFrame:
    """Adds `run`: rows between which no window may end only because of its size.

    A run ends with its chain, at a gap, and where new parts meet closed ones.
    """
    before = [pl.col(name) != pl.col(name).shift(1) for name in (*_CHAIN, "new")]
    silent = (pl.col("order_at") - pl.col("order_at").shift(1)) > gap
    breaks = pl.any_horizontal(*before, silent).fill_null(False)
    return rows.with_columns(run=breaks.cum_sum(), index=pl.int_range(pl.len()))


def _assign(rows: pl.DataFrame, params: WindowParams) -> pl.DataFrame:
    """The new rows with their `window` number: as many as fit, from the beginning of each run.

    A question at the end moves to the window of its answer; one that stands alone takes its
    answer in, beyond the budget if need be.
    """
    new = rows.filter("new")
    count = new.height
    index = np.arange(count)
    runs = new["run"].to_numpy()
    run_end = np.searchsorted(runs, runs, side="right") - 1
    total = np.concatenate([[0], np.cumsum(new["tokens"].to_numpy())])
    fits = np.searchsorted(total, total[:-1] + params.budget_tokens, side="right") - 2
    end = np.minimum(np.minimum(fits, index + params.max_messages - 1), run_end)
    end = np.maximum(end, index)
    answers = (new["role"] == "user") & (new["start"] == 0)
    tied = new["question"] & answers.shift(-1, fill_value=False)
    parted = tied.to_numpy() & (index < run_end)
    end = np.where(parted[end], np.where(end > index, end - 1, end + 1), end)
    starts, at, following = np.zeros(count, dtype=bool), 0, (end + 1).tolist()
    while at < count:
        starts[at] = True
        at = following[at]
    return new.with_columns(window=pl.Series(np.cumsum(starts)))


def _windows(
    new: pl.DataFrame, rows: pl.DataFrame, closed: pl.DataFrame, params: WindowParams
) -> pl.DataFrame:
    """One row per window, with what `_status` reads: has_user, full, tail."""
    user = pl.col("role") == "user"
    has_user = user.any()
    cjk, words = pl.col("cjk"), pl.col("words")
    own = [pl.when(has_user).then(n.filter(user).sum()).otherwise(n.sum()) for n in (cjk, words)]
    tails = rows.group_by(_CHAIN).agg(tail_index=pl.col("index").last())
    full = (pl.len() >= params.max_messages) | (pl.col("tokens").sum() >= params.budget_tokens)
    windows = (
        new.group_by("window", "bucket", *_CHAIN, maintain_order=True)
        .agg(
            new=pl.struct("message_key", "part", "start", "stop"),
            named=pl.concat_str("message_key", "part", "content_hash", separator=" ").str.join(
                "\n"
            ),
            est_tokens=pl.col("tokens").sum(),
            first_at=pl.col("created_at").min(),
            last_at=pl.col("created_at").max(),
            first_index=pl.col("index").first(),
            last_index=pl.col("index").last(),
            full=full & ~pl.col("question").last(),
            has_user=has_user,
            zh=(own[0] > 0) & (own[0] >= own[1]),
        )
        .join(tails, on=_CHAIN, how="left", maintain_order="left")
        .join(_next_ordinals(closed), on="session_key", how="left", maintain_order="left")
    )
    return windows.with_columns(
        window_id=pl.Series(_ids(windows)),
        ordinal=pl.col("ordinal").fill_null(0) + pl.int_range(pl.len()).over("session_key"),
        parent_id=pl.lit(None, pl.String),
        lang=pl.when("zh").then(pl.lit("zh")).otherwise(pl.lit("en")),
        background=_background(windows, rows, params),
        tail=pl.col("last_index") == pl.col("tail_index"),
        window_version=pl.lit(VERSION),
    )


def _ids(windows: pl.DataFrame) -> list[str]:
    return content_ids(
        (session, named, VERSION)
        for session, named in windows.select("session_key", "named").iter_rows()
    )


def _next_ordinals(closed: pl.DataFrame) -> pl.DataFrame:
    return closed.group_by("session_key").agg(pl.col("ordinal").max() + 1)


def _background(windows: pl.DataFrame, rows: pl.DataFrame, params: WindowParams) -> pl.Series:
    """Keys of the messages right before each window, as many as both limits allow.

    A message that begins before the window is none of them: its earlier parts are not shown.
    """
    messages = rows.unique("message_key", keep="first", maintain_order=True)
    keys = messages["message_key"].to_list()
    spent = np.concatenate([[0], np.cumsum(messages["whole"].to_numpy())])
    chains = messages.select(pl.struct(_CHAIN).rle_id().alias("chain"))["chain"].to_numpy()
    place = dict(zip(keys, range(len(keys)), strict=True))
    first_keys = windows.select(pl.col("new").list.first().struct.field("message_key"))
    stop = np.array([place[key] for key in first_keys.to_series()])
    start = np.maximum(stop - params.background_messages, np.searchsorted(chains, chains[stop]))
    start = np.maximum(start, np.searchsorted(spent, spent[stop] - params.background_tokens))
    slices = zip(start.tolist(), stop.tolist(), strict=True)
    return pl.Series("background", [keys[a:b] for a, b in slices], pl.List(pl.String))


def _status(params: WindowParams, received_at: datetime, flush: bool) -> pl.Expr:
    settled = ~pl.col("tail") | pl.col("full") | _quiet(params, received_at) | pl.lit(flush)
    return (
        pl.when(~settled)
        .then(pl.lit("open"))
        .when("has_user")
        .then(pl.lit("ready"))
        .otherwise(pl.lit("context"))
    )


def _quiet(params: WindowParams, received_at: datetime) -> pl.Expr:
    """Without times there is nothing to wait for."""
    until = pl.col("last_at") + params.gap
    return pl.col("last_at").is_null() | (until <= pl.lit(received_at, pl.Datetime("us", "UTC")))
