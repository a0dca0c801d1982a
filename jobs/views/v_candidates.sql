-- Proposed changes as a diff preview: the row that would change, the row that stays, the evidence.
select
    candidate_id, owner_id, persona_id, scope, project_id, action, status, auto, auto_class, reason,
    source_ids, target_id,
    content_a as changed_text, coalesce(merged_content, content_b) as staying_text,
    kind_a, kind_b, proposed_kind,
    containment, containment_evidence, similarity, recall_mode, veto_reason,
    rule_version, created_at, run_id
from candidates
