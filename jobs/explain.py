"""One memory, walked back: messages, window, reply, claim, scores, gate, pairs, verdicts.

Belongs here: the queries on the snapshot and how their rows are told. Does not belong here: flags.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import orjson

from jobs.errors import SettingsError
from jobs.snapshot import open_snapshot
from schemas.scores import DIMENSIONS

_QUERIES = {
    "memory": """
        select distinct on (c.memory_id) c.memory_id, coalesce(m.content, c.content) as content,
               c.owner_id, c.persona_id, c.scope, c.project_id,
               coalesce(m.kind, c.kind) as kind, m.status, m.status_reason, m.survivor_id,
               m.absorbed, m.mention_count, m.first_seen, m.last_seen, m.valid_from, m.valid_to
        from claims c left join memories m using (memory_id)
        where c.memory_id = $id order by c.memory_id, c.first_at, c.claim_id""",
    "claims": """
        select c.claim_id, c.content, c.kind, c.priority, c.status, c.reason, c.grounding,
               c.subject, c.hedged, c.explicit, c.window_id, c.sources,
               r.request_key, r.outcome, r.finish_reason, r.attempt, r.model, r.prompt_version,
               c.parse_version, c.checks_version, w.ordinal as window_ordinal, w.lang
        from claims c
        left join replies r using (request_key)
        left join windows w on w.window_id = c.window_id
        where c.memory_id = $id or list_contains(
            (select absorbed from memories where memory_id = $id), c.memory_id)
        order by c.first_at, c.claim_id""",
    "messages": """
        select distinct g.message_key, g.session_id, g.message_id, g.role, g.created_at, g.content,
               s.path as source_path, g.source_line
        from (select unnest(sources) as message_key from claims
              where memory_id = $id or list_contains(
                  (select absorbed from memories where memory_id = $id), memory_id)) k
        join messages g using (message_key)
        left join (select digest, min(path) as path from sources group by digest) s
            on s.digest = g.source_digest
        order by g.created_at, g.message_key""",
    "scores": "select * from scores where memory_id = $id and latest",
    "pairs": """
        select d.*, case when d.new_id = $id then d.existing_id else d.new_id end as other_id,
               o.content as other
        from decisions d
        left join memories o
            on o.memory_id = case when d.new_id = $id then d.existing_id else d.new_id end
        where d.new_id = $id or d.existing_id = $id
        order by d.similarity desc, other_id""",
    "candidates": """
        select candidate_id, action, status, auto, auto_class, reason, source_ids, target_id,
               containment, containment_evidence, similarity, recall_mode, run_id
        from candidates where target_id = $id or list_contains(source_ids, $id)
        order by candidate_id""",
    "verdicts": """
        select candidate_id, decision, decided_at from verdicts
        where target_id = $id or list_contains(source_ids, $id) order by decided_at""",
}


def explain(id: str, lake: Path, *, as_json: bool) -> None:
    """Print the way back of the memory that `id`, or its beginning, names; or of a claim's."""
    with closing(open_snapshot(lake)) as connection:
        memory_id = _find(connection, id)
        told = {name: _rows(connection, query, memory_id) for name, query in _QUERIES.items()}
    if as_json:
        sys.stdout.write(orjson.dumps(told, default=str).decode() + "\n")
    else:
        sys.stdout.write("\n".join(_story(told)) + "\n")


def _find(connection: duckdb.DuckDBPyConnection, prefix: str) -> str:
    """The memory_id that `prefix` names, directly or through one of its claims."""
    found = connection.execute(
        """select distinct memory_id from claims
           where starts_with(memory_id, $prefix) or starts_with(claim_id, $prefix)
           order by memory_id limit 2""",
        {"prefix": prefix.lower()},
    ).fetchall()
    if not found or not prefix:
        raise SettingsError(
            f"no memory or claim {prefix!r} in the published snapshot:"
            ' list them with `winnow sql "select memory_id, content from v_memories"`'
        )
    if len(found) > 1:
        raise SettingsError(f"{prefix!r} names more than one memory: give more of the id")
    return str(found[0][0])


def _rows(
    connection: duckdb.DuckDBPyConnection, query: str, memory_id: str
) -> list[dict[str, Any]]:
    cursor = connection.execute(query, {"id": memory_id})
    columns = [column[0] for column in cursor.description or []]
    return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def _story(told: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    memory = told["memory"][0]
    yield f"memory {memory['memory_id']}"
    yield f"  {memory['content']}"
    where = " / ".join(str(memory[k]) for k in ("owner_id", "persona_id", "scope", "project_id"))
    yield f"  partition {where}; {memory['kind']}; status {memory['status'] or 'not stored'}" + (
        f" ({memory['status_reason']})" if memory["status_reason"] else ""
    )
    if memory["survivor_id"]:
        yield f"  merged into {memory['survivor_id']}"
    if memory["absorbed"]:
        yield f"  took in {', '.join(memory['absorbed'])}"
    yield from _messages(told["messages"])
    yield from _claims(told["claims"])
    yield from _scores(told["scores"])
    yield from _pairs(told)


def _messages(messages: list[dict[str, Any]]) -> Iterator[str]:
    yield "messages"
    for row in messages:
        at = f"{row['created_at']:%Y-%m-%d %H:%M}Z" if row["created_at"] else "no time"
        text = row["content"] if len(row["content"]) <= 200 else row["content"][:200] + " ..."
        yield f"  {at} {row['role']}: {text}"
        yield f"    session {row['session_id']}, {row['source_path']}:{row['source_line']}"


def _claims(claims: list[dict[str, Any]]) -> Iterator[str]:
    yield "claims"
    for row in claims:
        decided = row["status"] + (f": {row['reason']}" if row["reason"] else "")
        yield f"  {row['claim_id']} {decided}"
        yield f"    {row['content']}"
        yield (
            f"    priority={row['priority']} grounding={row['grounding']:.2f}"
            f" subject={row['subject']} hedged={row['hedged']} explicit={row['explicit']}"
        )
        yield (
            f"    window {row['window_id']} (number {row['window_ordinal']}, {row['lang']}),"
            f" reply {row['request_key']}"
        )
        yield (
            f"    outcome={row['outcome']} attempt={row['attempt']} model={row['model']}"
            f" versions={row['prompt_version']},{row['parse_version']},{row['checks_version']}"
        )


def _scores(scores: list[dict[str, Any]]) -> Iterator[str]:
    if not scores:
        yield "scores: none, no claim passed its checks"
        return
    row = scores[0]
    yield f"scores ({row['score_version']})"
    for name in DIMENSIONS:
        yield f"  {name:<12} {row[name]:>2}  {row[f'{name}_reason']}"
    forced = f", forced from {row['raw_tenths'] / 10:.1f}" if row["forced"] else ""
    yield f"  total        {row['total_tenths'] / 10:.1f}{forced}  {row['mark'] or 'no mark'}"
    why = f": {row['reason']}" if row["reason"] else ""
    yield f"gate ({row['gate_version']}): {row['decision']}{why}"


def _pairs(told: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    yield f"pairs: {len(told['pairs'])}"
    for row in told["pairs"]:
        side = "newer" if row["new_id"] != row["other_id"] else "older"
        yield (
            f"  {row['outcome']} by {row['rule']} ({row['tier']}, {row['version']}),"
            f" similarity {row['similarity']:.3f} {row['recall_mode']}; this is the {side} one"
        )
        yield f"    other {row['other_id']}: {row['other']}"
        if row["evidence"]:
            yield f"    evidence: {' '.join(row['evidence'])}"
    for row in told["candidates"]:
        how = "automatically" if row["auto"] else "by a person"
        done = f"{row['status']} {how}" if row["status"] == "applied" else row["status"]
        yield f"candidate {row['candidate_id']}: {row['action']} {done}, {row['reason']}"
    for row in told["verdicts"]:
        yield f"verdict on {row['candidate_id']}: {row['decision']} at {row['decided_at']}"
