"""Windows as the prompt sees them: message parts with short aliases, texts, local times.

Belongs here: joining windows with messages, and the name under which a recorded reply is found
again. Does not belong here: the words of the prompt, or which message stands in which window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import polars as pl

from transforms.ids import content_id
from transforms.text.tokens import elide, estimated_tokens

ISO = "%Y-%m-%dT%H:%M:%SZ"
LOCAL = "%Y-%m-%d %a %H:%M"
#: Labels that sources give to any person who types; they name nobody.
NOT_NAMES = ("", "user", "human", "you", "me", "用户", "我")


@dataclass(frozen=True)
class OwnerView:
    """What the settings say of the person whose archive it is; all of it may be unknown."""

    name: str | None = None
    aliases: tuple[str, ...] = ()
    zone: str | None = None  # IANA name; times are shown in UTC alone where it is unknown


@dataclass(frozen=True)
class ViewParams:
    """How much of the assistant's words is shown (design section 4, step 2)."""

    assistant_tokens: int = 150


@dataclass(frozen=True, slots=True)
class Line:
    """One message part. `alias` is empty for background, which cannot be cited."""

    alias: str
    role: str  # user | assistant | guest (another person who types in the user's place)
    text: str
    utc: str | None  # 2024-05-01T02:03:04Z
    local: str | None  # 2024-05-01 Wed 10:03, in the owner's zone; None without a zone


@dataclass(frozen=True, slots=True)
class WindowView:
    """One window, ready to be rendered."""

    window_id: str
    session_key: str
    ordinal: int
    lang: str
    owner: OwnerView
    background: tuple[Line, ...]
    new: tuple[Line, ...]

    @property
    def aliases(self) -> tuple[str, ...]:
        """m1, m2, ...: what a reply may cite."""
        return tuple(line.alias for line in self.new)


def window_views(
    windows: pl.DataFrame,
    messages: pl.DataFrame,
    owners: Mapping[str, OwnerView],
    params: ViewParams | None = None,
) -> Iterator[WindowView]:
    """Views of `windows` in order of (session_key, ordinal); rows E48-E56.

    `windows` and `messages` are frames of those tables, messages at least those that the windows
    name. A window that names a message which is not given raises ValueError: it would be asked
    about half of its text. An owner without an entry is nameless.
    """
    params = params or ViewParams()
    known = known_owners(messages, owners)
    texts = _texts(messages, known)
    new = _lines(_new_parts(windows), texts, params)
    background = _lines(_background_parts(windows), texts, params)
    for row in windows.sort("session_key", "ordinal").iter_rows(named=True):
        yield WindowView(
            window_id=row["window_id"],
            session_key=row["session_key"],
            ordinal=row["ordinal"],
            lang=row["lang"],
            owner=known[row["owner_id"]],
            background=tuple(background.get(row["window_id"], ())),
            new=tuple(new.get(row["window_id"], ())),
        )


def replay_key(view: WindowView) -> str:
    """Name of a window's content, the same in every lake: a recorded reply is found by it.

    Takes in the language, the roles and texts of all lines and the times of the new ones; leaves
    out the owner, every id, the scene before, the prompt's version and the model.
    """
    shown = [part for line in view.background for part in (line.role, line.text)]
    asked = [part for line in view.new for part in (line.role, line.text, line.utc or "")]
    return content_id("window", view.lang, str(len(view.background)), *shown, *asked)


def known_owners(messages: pl.DataFrame, owners: Mapping[str, OwnerView]) -> dict[str, OwnerView]:
    """A view for every owner of `messages`: the settings', else the name the archive uses.

    The archive names an owner where all user messages of their own sessions that name anyone name
    the same one; the guests of a group chat name nobody.
    """
    speaker = pl.col("speaker").str.strip_chars()
    named = (
        messages.filter((pl.col("role") == "user") & (pl.col("visibility") == "owner"))
        .with_columns(speaker=speaker)
        .filter(~speaker.str.to_lowercase().is_in(NOT_NAMES))
        .group_by("owner_id")
        .agg(pl.col("speaker").unique().sort())
        .filter(pl.col("speaker").list.len() == 1)
    )
    names = {owner: names[0] for owner, names in named.iter_rows()}
    known = {}
    for owner in messages.get_column("owner_id").unique().sort().to_list():
        view = owners.get(owner, OwnerView())
        known[owner] = view if view.name else replace(view, name=names.get(owner))
    return known


def local_time(zones: Mapping[str, str | None], time: pl.Expr) -> pl.Expr:
    """`time` as wall clock of the row's owner (naive); null where the owner has no zone."""
    by_zone: dict[str, list[str]] = {}
    for owner, zone in zones.items():
        if zone is not None:
            by_zone.setdefault(zone, []).append(owner)
    clocks = [
        pl.when(pl.col("owner_id").is_in(names)).then(
            time.dt.convert_time_zone(zone).dt.replace_time_zone(None)
        )
        for zone, names in sorted(by_zone.items())
    ]
    return pl.coalesce(*clocks, pl.lit(None, pl.Datetime("us")))


def shown_role(known: Mapping[str, OwnerView]) -> pl.Expr:
    """user, assistant, or guest: a speaker in the user's place who bears another name.

    A guest is recognised only where the owner's name is known; the labels of `NOT_NAMES` are
    nobody's name.
    """
    speaker = pl.col("speaker").fill_null("").str.strip_chars().str.to_lowercase()
    own = [
        pl.when(pl.col("owner_id") == owner).then(
            ~speaker.is_in([name.lower() for name in (view.name, *view.aliases) if name])
        )
        for owner, view in sorted(known.items())
        if view.name
    ]
    other = pl.coalesce(*own, pl.lit(False)) & ~speaker.is_in(NOT_NAMES)
    return (
        pl.when((pl.col("role") == "user") & other).then(pl.lit("guest")).otherwise(pl.col("role"))
    )


def _texts(messages: pl.DataFrame, known: Mapping[str, OwnerView]) -> pl.DataFrame:
    local = local_time({owner: view.zone for owner, view in known.items()}, pl.col("created_at"))
    return messages.select(
        "message_key",
        "content",
        shown_role(known).alias("shown"),
        pl.col("created_at").dt.strftime(ISO).alias("utc"),
        local.dt.strftime(LOCAL).alias("local"),
    )


def _new_parts(windows: pl.DataFrame) -> pl.DataFrame:
    return (
        windows.select("window_id", pl.col("new").alias("part"))
        .with_columns(number=pl.int_ranges(1, pl.col("part").list.len() + 1))
        .explode("part", "number")
        .select(
            "window_id",
            "number",
            pl.concat_str(pl.lit("m"), pl.col("number").cast(pl.String)).alias("alias"),
            pl.col("part").struct.unnest(),
        )
    )


def _background_parts(windows: pl.DataFrame) -> pl.DataFrame:
    return (
        windows.filter(pl.col("background").list.len() > 0)
        .select("window_id", pl.col("background").alias("message_key"))
        .with_columns(number=pl.int_ranges(1, pl.col("message_key").list.len() + 1))
        .explode("message_key", "number")
        .with_columns(alias=pl.lit(""), start=pl.lit(0, pl.Int64), stop=pl.lit(None, pl.Int64))
    )


def _lines(parts: pl.DataFrame, texts: pl.DataFrame, params: ViewParams) -> dict[str, list[Line]]:
    joined = parts.join(texts, on="message_key", how="left").sort("window_id", "number")
    lost = joined.filter(pl.col("content").is_null())
    if lost.height:
        raise ValueError(
            f"window {lost['window_id'][0]} names message {lost['message_key'][0]}, "
            "which is not among the messages given"
        )
    text = pl.col("content").str.slice(pl.col("start"), pl.col("stop") - pl.col("start"))
    long = (pl.col("shown") == "assistant") & (
        estimated_tokens(pl.col("text")) > params.assistant_tokens
    )
    rows = joined.with_columns(text=text).with_columns(long=long)
    lines: dict[str, list[Line]] = {}
    columns = rows.select("window_id", "alias", "shown", "text", "utc", "local", "long")
    for window_id, alias, role, content, utc, local, is_long in columns.iter_rows():
        shown = elide(content, params.assistant_tokens) if is_long else content
        lines.setdefault(window_id, []).append(Line(alias, role, shown, utc, local))
    return lines
