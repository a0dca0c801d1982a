-- Input and windows that could not be used, and where they stand: a window answered since is no loss.
select
    q.kind, q.reason, q.detail, q.path, q.line, q.window_id, w.session_key,
    case when a.subject is null then 'open' else 'answered since' end as standing,
    q.seen_at, q.run_id
from quarantine q
left join windows w using (window_id)
left join (
    select distinct subject from replies where live and purpose = 'extract' and outcome in ('ok', 'ok_empty')
) a on a.subject = q.window_id
