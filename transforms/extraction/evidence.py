"""What the cited messages of an item say: the frame that the checks judge by.

Belongs here: from aliases to message parts, the question that a user's answer confirms, what
the sources say in all. Does not belong here: judging.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from transforms.extraction import cues
from transforms.extraction.views import OwnerView, local_time, shown_role

_ORDER = ("order_at", "position", "number")


def window_parts(
    windows: pl.DataFrame, messages: pl.DataFrame, known: Mapping[str, OwnerView]
) -> pl.DataFrame:
    """One row per new part of the windows: alias, role as shown, text, and what stands around it.

    Columns beside those of the part: `question` (text of the assistant's message just before a
    user's, where it asks something), `confirms` (whether the user's message says yes to it),
    `answer` (number of the part with the user's yes to this assistant's question), `declined`
    (the user asks not to keep this message), `day` (local date, null without a time).
    """
    parts = (
        windows.select("window_id", pl.col("new").alias("part"))
        .with_columns(number=pl.int_ranges(1, pl.col("part").list.len() + 1, dtype=pl.Int64))
        .explode("part", "number")
        .select("window_id", "number", pl.col("part").struct.unnest())
    )
    needed = parts.select("message_key").unique()
    sessions = messages.join(needed, on="message_key", how="semi").select("session_key").unique()
    talk = _talk(messages.join(sessions, on="session_key", how="semi"), known)
    text = pl.col("content").str.slice(pl.col("start"), pl.col("stop") - pl.col("start"))
    return (
        parts.join(talk, on="message_key", how="inner")
        .sort("window_id", "number")
        .with_columns(text=text, alias=pl.concat_str(pl.lit("m"), pl.col("number")))
        .with_columns(answer=_answer())
        .drop("content", "start", "stop")
    )


def cited_parts(items: pl.DataFrame, parts: pl.DataFrame) -> pl.DataFrame:
    """The parts that the items (item, window_id, aliases) rest on, in order of time.

    The user's yes to a cited question of the assistant is one of them even if the model did not
    cite it (row E39 with the decision on tool results).
    """
    named = (
        items.select("item", "window_id", pl.col("aliases").alias("alias"))
        .filter(pl.col("alias").list.len() > 0)
        .explode("alias")
        .join(parts, on=["window_id", "alias"], how="inner")
    )
    answers = (
        named.filter(pl.col("answer").is_not_null())
        .select("item", "window_id", pl.col("answer").alias("number"))
        .join(parts, on=["window_id", "number"], how="inner")
        .select(named.columns)
    )
    return (
        pl.concat([named, answers])
        .unique(["item", "number"], maintain_order=True)
        .sort("item", *_ORDER)
    )


def evidence(cited: pl.DataFrame) -> pl.DataFrame:
    """One row per item that cites anything: sources, times, and the texts by who said them."""
    own = pl.col("shown") == "user"
    return cited.group_by("item", maintain_order=True).agg(
        pl.col("message_key").unique(maintain_order=True).alias("sources"),
        pl.col("message_key").filter(own).n_unique().cast(pl.Int64).alias("user_sources"),
        pl.col("created_at").min().alias("first_at"),
        pl.col("created_at").max().alias("last_at"),
        (pl.col("visibility") != "owner").any().alias("restricted"),
        pl.col("declined").filter(own).any().alias("declined"),
        pl.col("text").filter(own).alias("user_texts"),
        pl.col("text").filter(~own).alias("other_texts"),
        pl.col("question").filter(own & ~pl.col("confirms")).drop_nulls().alias("questions"),
        pl.col("question").filter(own & pl.col("confirms")).drop_nulls().alias("confirmed"),
        pl.col("day").filter(own).alias("days"),
    )


def _talk(messages: pl.DataFrame, known: Mapping[str, OwnerView]) -> pl.DataFrame:
    """Messages that qualify, each with what the sessions' neighbours mean for it."""
    zones = {owner: view.zone for owner, view in known.items()}
    created, content = pl.col("created_at"), pl.col("content")
    local = pl.coalesce(local_time(zones, created), created.dt.replace_time_zone(None))
    return (
        messages.filter(pl.col("excluded").is_null())
        .sort("session_key", "order_at", "position", "message_key")
        .with_columns(shown=shown_role(known), day=local.dt.date())
        .with_columns(
            confirms=cues.confirms(content),
            previous=_neighbour(1, "assistant"),
            following=_neighbour(-1, "user"),
            later=_neighbour(-2, "user"),
        )
        .with_columns(
            question=pl.when(
                (pl.col("shown") == "user")
                & (cues.asks(pl.col("previous")) | pl.col("confirms"))
            ).then("previous"),
            declined=cues.declines(content)
            | cues.declines_before(pl.col("following")).fill_null(False)
            | cues.declines_before(pl.col("later")).fill_null(False),
        )
        .select(
            "message_key", "content", "shown", "created_at", "order_at", "position",
            "visibility", "day", "question", "confirms", "declined",
        )
    )  # fmt: skip


def _neighbour(distance: int, role: str) -> pl.Expr:
    """Text of the message `distance` before (after, if negative) in its session, if of `role`."""
    near = pl.when(pl.col("shown") == role).then("content").shift(distance)
    return near.over("session_key")


def _answer() -> pl.Expr:
    """For an assistant's part: number of the following part if the user says yes there."""
    follows = pl.col("shown").shift(-1).over("window_id") == "user"
    yes = pl.col("confirms").shift(-1).over("window_id")
    return pl.when((pl.col("shown") == "assistant") & follows & yes).then(
        pl.col("number").shift(-1).over("window_id")
    )
