UPDATE {p}tasks
   SET was_locked_at = locked_at, locked_at = {now}, takeovers = takeovers + (IFNULL(owner, '') <> ''), owner = {owner},
       claim_id = {claim}, token = token + 1, claims = claims + 1, change_seq = NEXT VALUE FOR {p}changes
 WHERE {which};
SELECT {now}, {task_columns}, k.was_locked_at FROM {p}tasks k WHERE k.claim_id = {claim};
SELECT {now}
