-- Active memories, one row each, with their source messages and what contests them.
select
    m.memory_id, m.owner_id, m.persona_id, m.scope, m.project_id,
    m.content, m.kind, m.lang,
    cast(m.score_tenths / 10.0 as decimal(3, 1)) as score,
    m.forced, m.priority, m.confidence, m.mention_count,
    m.first_seen, m.last_seen, m.activity_start, m.activity_end, m.valid_from, m.valid_to,
    s.source_messages,
    c.contested_by
from memories m
left join (
    select
        k.memory_id,
        list({'message_key': g.message_key, 'session_id': g.session_id, 'role': g.role,
              'created_at': g.created_at, 'content': g.content}
             order by g.created_at, g.message_key) as source_messages
    from (select memory_id, unnest(sources) as message_key from memories) k
    join messages g using (message_key)
    group by k.memory_id
) s using (memory_id)
left join (
    select memory_id, list(distinct other order by other) as contested_by
    from (
        select source_ids[1] as memory_id, target_id as other
        from candidates where action = 'supersede' and status = 'pending'
        union all
        select target_id, source_ids[1]
        from candidates where action = 'supersede' and status = 'pending'
    )
    group by memory_id
) c using (memory_id)
where m.status = 'active'
