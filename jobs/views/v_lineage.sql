-- memory -> claims -> windows -> messages, one row per source message.
select
    m.memory_id, m.owner_id, m.status, c.claim_id, c.memory_id as stated_as, c.window_id,
    c.request_key, r.model, r.prompt_version, g.message_key, g.session_id, g.message_id, g.role,
    g.created_at, g.content as message, s.path as source_path, g.source_line
from (
    select memory_id, owner_id, status, unnest(list_concat([memory_id], absorbed)) as stated
    from memories
) m
join claims c on c.memory_id = m.stated and c.status = 'accepted'
join replies r on r.request_key = c.request_key
join (select claim_id, unnest(sources) as message_key from claims) k on k.claim_id = c.claim_id
join messages g on g.message_key = k.message_key
left join (select digest, min(path) as path from sources group by digest) s
    on s.digest = g.source_digest
