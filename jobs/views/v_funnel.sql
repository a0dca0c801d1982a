-- From messages to memories: how many rows each step kept and why it let others go.
-- run_id 'all' counts the whole lake; the other rows are what each run worked on.
select 'all' as run_id, step_no, step, outcome, cast(count(*) as bigint) as n
from (
    select 1 as step_no, 'messages' as step, coalesce(excluded, 'qualifies') as outcome from messages
    union all
    select 2, 'windows', status from windows
    union all
    select 3, 'replies', outcome from replies where purpose = 'extract' and live
    union all
    select 4, 'claims', coalesce(reason, status) from claims
    union all
    select 5, 'gate', coalesce(reason, decision) from scores where latest
    union all
    select 6, 'memories', status from memories
)
group by all
union all
select run_id, step_no, stage, outcome, n
from (
    select
        run_id, row_number() over (partition by run_id) as step_no, stage,
        json_extract(summary, '$.stages.' || stage) as counts
    from (select run_id, summary, unnest(json_keys(summary, '$.stages')) as stage from runs)
) s,
lateral (
    select 'in' as outcome, cast(counts ->> '$.rows_in' as bigint) as n
    union all
    select 'out', cast(counts ->> '$.rows_out' as bigint)
    union all
    select r.reason, cast(json_extract_string(counts, '$.rejected.' || r.reason) as bigint)
    from (select unnest(json_keys(counts, '$.rejected')) as reason) r
)
order by run_id, step_no, n desc, outcome
