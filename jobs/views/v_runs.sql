-- Runs with their cost: calls, tokens, seconds.
select
    run_id, command, status, started_at, seconds, generation,
    cast(summary -> '$.model_calls.extract' ->> 'made' as bigint) as extract_calls,
    cast(summary -> '$.model_calls.extract' ->> 'cached' as bigint) as extract_cached,
    cast(summary -> '$.model_calls.extract' ->> 'failed' as bigint) as extract_failed,
    cast(summary -> '$.tokens' ->> 'prompt' as bigint) as prompt_tokens,
    cast(summary -> '$.tokens' ->> 'output' as bigint) as output_tokens,
    summary
from runs
order by started_at
