WITH given AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
                  WITH ORDINALITY AS s(id, kind, phase, desired_state, payload, n)),
added AS (
    INSERT INTO lockdesk_tasks (id, kind, phase, desired_state, payload, token)
    SELECT s.id, s.kind, s.phase, s.desired_state, s.payload,
           greatest(0, (SELECT m.value::bigint FROM lockdesk_meta m WHERE m.key = 'token_base'),
                    (SELECT f.largest FROM lockdesk_fences f WHERE f.resource = s.id))
      FROM given s ORDER BY s.n
    ON CONFLICT (id) DO NOTHING
    RETURNING id)
SELECT lockdesk_stamp(), added.id FROM (SELECT 1) one LEFT JOIN added ON true
