INSERT INTO lockdesk_draws AS d (event, places) VALUES ($1, $2)
ON CONFLICT (event) DO UPDATE SET event = excluded.event
RETURNING lockdesk_now(), d.event, d.places, d.last_seq, d.last_rank, d.leader_token, d.xmax = 0
