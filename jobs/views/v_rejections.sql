-- What did not become a memory, and why: claims that failed a check, memories the gate refused.
select
    'check' as stage, owner_id, claim_id as id, memory_id, window_id, content, kind, priority, reason,
    cast(null as decimal(3, 1)) as total
from claims
where status = 'rejected'
union all
select
    'gate', s.owner_id, s.score_id, s.memory_id, c.window_id, c.content, c.kind, c.priority, s.reason,
    cast(s.total_tenths / 10.0 as decimal(3, 1))
from scores s
left join (select distinct on (memory_id) * from claims where status = 'accepted' order by memory_id, claim_id) c
    using (memory_id)
where s.latest and s.decision = 'rejected'
