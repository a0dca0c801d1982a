-- Every score a memory ever had, newest first; totals with one decimal.
select
    memory_id, owner_id, latest,
    cast(total_tenths / 10.0 as decimal(3, 1)) as total,
    cast(raw_tenths / 10.0 as decimal(3, 1)) as raw_total,
    forced, decision, reason,
    importance, novelty, relevance, credibility, granularity, timeliness,
    importance_reason, novelty_reason, relevance_reason,
    credibility_reason, granularity_reason, timeliness_reason,
    mark, score_version, gate_version, scored_at, run_id
from scores
order by memory_id, scored_at desc
