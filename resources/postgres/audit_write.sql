INSERT INTO lockdesk_audit (at, who, action, entity, key, reason, evidence, command, result)
VALUES (lockdesk_now(), $1, $2, $3, $4, $5, $6, $7, $8) RETURNING lockdesk_stamp()
