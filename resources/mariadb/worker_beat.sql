INSERT INTO {p}workers (id, host, pid, role, kinds, state, doing, doing_since, lease_until, period, claims, done, relocked,
                        failed, refused, wait_p50, hold_p50, started_at, beat_at)
VALUES ({id}, {host}, {pid}, {role}, {kinds}, {state}, {doing}, {doing_since}, {lease_until}, {period}, {claims}, {done},
        {relocked}, {failed}, {refused}, {wait_p50}, {hold_p50}, {now}, {now})
ON DUPLICATE KEY UPDATE
    host = VALUES(host), pid = VALUES(pid), role = VALUES(role), kinds = VALUES(kinds), state = VALUES(state),
    doing = VALUES(doing), doing_since = VALUES(doing_since), lease_until = VALUES(lease_until), period = VALUES(period),
    claims = VALUES(claims), done = VALUES(done), relocked = VALUES(relocked), failed = VALUES(failed),
    refused = VALUES(refused), wait_p50 = VALUES(wait_p50), hold_p50 = VALUES(hold_p50), beat_at = VALUES(beat_at),
    change_seq = NEXT VALUE FOR {p}changes;
SELECT {now}, control, slow_by FROM {p}workers WHERE id = {id}
