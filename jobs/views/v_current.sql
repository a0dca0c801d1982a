-- v_memories with one side of each open conflict: the newest, until a person decides.
select m.*
from v_memories m
where not exists (
    select 1
    from candidates c
    where c.action = 'supersede' and c.status = 'pending' and c.source_ids[1] = m.memory_id
)
