-- Input and windows that could not be used, and where they stand.
select q.kind, q.reason, q.detail, q.path, q.line, q.window_id, w.session_key, q.seen_at, q.run_id
from quarantine q
left join windows w using (window_id)
