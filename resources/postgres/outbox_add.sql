WITH added AS (
    INSERT INTO lockdesk_outbox (id, topic, payload) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM added)
