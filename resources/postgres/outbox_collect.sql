WITH gone AS (
    DELETE FROM lockdesk_outbox m
     WHERE m.id = ANY (ARRAY(SELECT k.id FROM lockdesk_outbox k
                              WHERE k.state = 'sent' AND k.sent_at < lockdesk_stamp() - $1::bigint
                              ORDER BY k.sent_at LIMIT $2::bigint FOR UPDATE SKIP LOCKED))
    RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)
