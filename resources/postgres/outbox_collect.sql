WITH gone AS (
    DELETE FROM lockdesk_outbox m WHERE m.state = 'sent' AND m.sent_at < lockdesk_stamp() - $1::bigint RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)
