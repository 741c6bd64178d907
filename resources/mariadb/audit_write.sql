INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
VALUES ({now}, {who}, {action}, {entity}, {key}, {reason}, {evidence}, {command}, {result});
SELECT {now}
