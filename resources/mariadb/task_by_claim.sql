SELECT {now};
SELECT {now}, {task_columns}, k.was_locked_at FROM {p}tasks k WHERE k.claim_id = {claim}
