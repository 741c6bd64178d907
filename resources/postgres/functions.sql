-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: schema_functions
-- a + b for a >= 0, cut to the last instant that is still exact in a double: an endless lease ends there.
CREATE OR REPLACE FUNCTION lockdesk_add(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN b > 9000000000000000 - a THEN 9000000000000000 ELSE a + b END $$;

-- The wait of a relock from the time waited: cut to ms, a tenth of it up to and including 120 s, then the lock timeout;
-- or exponential with cap and full jitter.
CREATE OR REPLACE FUNCTION lockdesk_backoff(a_policy text, a_waited bigint, a_timeout bigint, a_jitter double precision)
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE
        WHEN a_policy = 'exponential'
            THEN trunc(least(greatest(a_waited, 100000), a_timeout) * greatest(least(a_jitter, 1.0), 0.0))::bigint
        WHEN greatest(a_waited, 0) / 1000 > 120000 THEN a_timeout
        ELSE (greatest(a_waited, 0) / 1000 + 9) / 10 * 1000
    END $$;

-- A first grant (no row, or one by hand without a token) is above both floors and above the fence of that name: a row that was
-- deleted by hand does not lower a token. Every grant is above the base: a row that came back with a backup has an old token.
CREATE OR REPLACE FUNCTION lockdesk_acquire(a_name text, a_owner text, a_lease bigint, a_mark text,
    OUT o_now bigint, OUT o_result text, OUT o_owner text, OUT o_token bigint, OUT o_holds bigint,
    OUT o_extended boolean, OUT o_acquired bigint, OUT o_expires bigint)
LANGUAGE plpgsql AS $$
DECLARE
    r lockdesk_locks;
    largest_token CONSTANT bigint := 9007199254740991;
BEGIN
    o_extended := false;
    LOOP
        SELECT * INTO r FROM lockdesk_locks l WHERE l.name = a_name FOR UPDATE;
        o_now := lockdesk_now();
        EXIT WHEN FOUND;
        o_token := greatest(0, (SELECT max(m.value::bigint) FROM lockdesk_meta m WHERE m.key IN ('token_floor', 'token_base')),
                            (SELECT f.largest FROM lockdesk_fences f WHERE f.resource = a_name));
        IF o_token >= largest_token THEN
            o_result := 'used up';
            RETURN;
        END IF;
        INSERT INTO lockdesk_locks AS l (name, owner, token, holds, lease_us, acquired_at, expires_at, requests)
        VALUES (a_name, a_owner, 1 + o_token, 1, a_lease, o_now, lockdesk_add(o_now, a_lease), a_mark)
        ON CONFLICT (name) DO NOTHING
        RETURNING 'acquired', l.owner, l.token, l.holds, l.acquired_at, l.expires_at
            INTO o_result, o_owner, o_token, o_holds, o_acquired, o_expires;
        IF FOUND THEN
            RETURN;
        END IF;
    END LOOP;
    IF coalesce(r.owner, '') = '' AND r.cooling_until > o_now THEN
        o_result := 'cooling';
        o_expires := r.cooling_until;
    ELSIF coalesce(r.owner, '') <> '' AND coalesce(r.expires_at > o_now, true) THEN
        o_owner := r.owner;
        o_token := coalesce(r.token, 0);
        o_acquired := r.acquired_at;
        o_expires := r.expires_at;
        IF r.owner <> a_owner THEN
            o_result := 'busy';
            RETURN;
        END IF;
        o_result := 'acquired';
        o_holds := coalesce(r.holds, 1);
        IF strpos(coalesce(r.requests, ''), a_mark) > 0 THEN
            RETURN;
        END IF;
        o_holds := o_holds + 1;
        o_extended := lockdesk_add(o_now, a_lease) > r.expires_at;
        o_expires := CASE WHEN o_extended THEN lockdesk_add(o_now, a_lease) ELSE r.expires_at END;
        UPDATE lockdesk_locks l
           SET holds = o_holds, expires_at = o_expires, requests = right(coalesce(r.requests, '') || a_mark, 1600),
               lease_us = CASE WHEN o_extended THEN a_lease ELSE r.lease_us END, changed = pg_current_xact_id()
         WHERE l.name = a_name;
        o_extended := coalesce(o_extended, false);
    ELSE
        o_token := greatest(r.token, 0, (SELECT m.value::bigint FROM lockdesk_meta m WHERE m.key = 'token_base'));
        IF coalesce(r.token, 0) <= 0 THEN
            o_token := greatest(o_token, (SELECT m.value::bigint FROM lockdesk_meta m WHERE m.key = 'token_floor'),
                                (SELECT f.largest FROM lockdesk_fences f WHERE f.resource = a_name));
        END IF;
        IF o_token >= largest_token THEN
            o_result := 'used up';
            RETURN;
        END IF;
        o_result := 'acquired';
        o_owner := a_owner;
        o_token := o_token + 1;
        o_holds := 1;
        o_acquired := o_now;
        o_expires := lockdesk_add(o_now, a_lease);
        UPDATE lockdesk_locks l
           SET owner = a_owner, token = o_token, holds = 1, lease_us = a_lease, acquired_at = o_now, renewed_at = NULL,
               expires_at = o_expires, cooling_until = NULL, released_at = NULL, last_owner = '', reason = '',
               renewals = 0, requests = a_mark, changed = pg_current_xact_id()
         WHERE l.name = a_name;
    END IF;
END $$;

-- Checked in this order: owner, token, expiry. o_owner, o_token and o_expires are of the holder after the call.
CREATE OR REPLACE FUNCTION lockdesk_renew(a_name text, a_owner text, a_token bigint, a_lease bigint,
    OUT o_now bigint, OUT o_result text, OUT o_owner text, OUT o_token bigint, OUT o_holds bigint,
    OUT o_extended boolean, OUT o_acquired bigint, OUT o_expires bigint)
LANGUAGE plpgsql AS $$
DECLARE
    r lockdesk_locks;
BEGIN
    SELECT * INTO r FROM lockdesk_locks l WHERE l.name = a_name FOR UPDATE;
    o_now := lockdesk_now();
    o_result := CASE
        WHEN coalesce(r.owner, '') <> a_owner THEN 'not_owner'
        WHEN coalesce(r.token, 0) <> a_token THEN 'stale'
        WHEN r.expires_at <= o_now THEN 'expired'
        ELSE 'renewed' END;
    o_owner := r.owner;
    o_token := coalesce(r.token, 0);
    o_holds := coalesce(r.holds, 1);
    o_acquired := r.acquired_at;
    o_expires := r.expires_at;
    o_extended := false;
    IF o_result <> 'renewed' THEN
        RETURN;
    END IF;
    o_extended := coalesce(lockdesk_add(o_now, a_lease) > r.expires_at, false);
    IF o_extended THEN
        o_expires := lockdesk_add(o_now, a_lease);
    END IF;
    UPDATE lockdesk_locks l
       SET expires_at = o_expires, renewed_at = o_now, renewals = coalesce(r.renewals, 0) + 1,
           lease_us = CASE WHEN o_extended THEN a_lease ELSE r.lease_us END, changed = pg_current_xact_id()
     WHERE l.name = a_name;
END $$;

CREATE OR REPLACE FUNCTION lockdesk_release(a_name text, a_owner text, a_token bigint, a_at_least bigint,
    OUT o_now bigint, OUT o_result text, OUT o_owner text, OUT o_token bigint, OUT o_holds bigint,
    OUT o_extended boolean, OUT o_acquired bigint, OUT o_expires bigint)
LANGUAGE plpgsql AS $$
DECLARE
    r lockdesk_locks;
    cool bigint;
BEGIN
    SELECT * INTO r FROM lockdesk_locks l WHERE l.name = a_name FOR UPDATE;
    o_now := lockdesk_now();
    o_owner := r.owner;
    o_token := coalesce(r.token, 0);
    o_holds := coalesce(r.holds, 1);
    o_acquired := r.acquired_at;
    o_expires := r.expires_at;
    o_extended := false;
    IF coalesce(r.owner, '') <> a_owner THEN
        o_result := 'not_owner';
    ELSIF coalesce(r.token, 0) <> a_token THEN
        o_result := 'stale';
    ELSIF r.expires_at <= o_now THEN
        o_result := 'expired';
    ELSIF o_holds > 1 THEN
        o_result := 'still_held';
        o_holds := o_holds - 1;
        UPDATE lockdesk_locks l
           SET holds = o_holds, changed = pg_current_xact_id(),
               requests = left(coalesce(r.requests, ''), greatest(length(coalesce(r.requests, '')) - 25, 0))
         WHERE l.name = a_name;
    ELSE
        cool := CASE WHEN a_at_least > 0 THEN lockdesk_add(coalesce(r.acquired_at, o_now), a_at_least) END;
        o_result := CASE WHEN cool > o_now THEN 'cooling' ELSE 'released' END;
        o_owner := NULL;
        o_holds := 0;
        o_expires := CASE WHEN cool > o_now THEN cool END;
        UPDATE lockdesk_locks l
           SET owner = NULL, holds = 0, lease_us = NULL, acquired_at = NULL, renewed_at = NULL, expires_at = NULL,
               renewals = 0, requests = '', cooling_until = o_expires, released_at = o_now, last_owner = r.owner,
               reason = '', changed = pg_current_xact_id()
         WHERE l.name = a_name;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION lockdesk_admit(a_resource text, a_token bigint, a_who text,
    OUT o_now bigint, OUT o_admitted boolean, OUT o_largest bigint, OUT o_refusals bigint)
LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        SELECT coalesce(f.largest, 0), coalesce(f.refusals, 0) INTO o_largest, o_refusals
          FROM lockdesk_fences f WHERE f.resource = a_resource FOR UPDATE;
        o_now := lockdesk_now();
        EXIT WHEN FOUND;
        INSERT INTO lockdesk_fences (resource, largest) VALUES (a_resource, a_token) ON CONFLICT (resource) DO NOTHING;
        IF FOUND THEN
            o_admitted := true;
            o_largest := a_token;
            o_refusals := 0;
            RETURN;
        END IF;
    END LOOP;
    o_admitted := a_token >= o_largest;
    IF a_token > o_largest THEN
        o_largest := a_token;
        UPDATE lockdesk_fences f SET largest = a_token WHERE f.resource = a_resource;
    ELSIF a_token < o_largest THEN
        o_refusals := o_refusals + 1;
        UPDATE lockdesk_fences f SET refusals = o_refusals WHERE f.resource = a_resource;
        INSERT INTO lockdesk_refusals (resource, token, largest, who, at)
        VALUES (a_resource, a_token, o_largest, a_who, o_now);
    END IF;
END $$;

-- The session keeps the advisory lock even when the statement fails, so a failed registration releases it.
CREATE OR REPLACE FUNCTION lockdesk_lock_session(a_name text, a_key bigint, a_owner text, OUT o_now bigint, OUT o_taken boolean)
LANGUAGE plpgsql AS $$
BEGIN
    o_taken := pg_try_advisory_lock(a_key);
    o_now := lockdesk_now();
    IF NOT o_taken THEN
        RETURN;
    END IF;
    BEGIN
        INSERT INTO lockdesk_session_locks AS s (name, kind, key, pid, backend_start, owner, since)
        VALUES (a_name, 'named', a_key, pg_backend_pid(),
                (SELECT a.backend_start FROM pg_stat_get_activity(pg_backend_pid()) a), a_owner, o_now)
        ON CONFLICT (name, kind) DO UPDATE
           SET key = excluded.key, pid = excluded.pid, backend_start = excluded.backend_start, owner = excluded.owner,
               since = excluded.since;
    EXCEPTION WHEN query_canceled OR OTHERS THEN
        PERFORM pg_advisory_unlock(a_key);
        RAISE;
    END;
END $$;

-- Tombstones for observers. Removes those older than an hour; an observer with an older cursor gets a snapshot. Numbers
-- of future transactions come from a dump of another server, and are ignored.
CREATE OR REPLACE FUNCTION lockdesk_note_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_ARGV[0] = 'worker' OR TG_ARGV[0] = 'task' OR TG_ARGV[0] = 'message' THEN
        INSERT INTO lockdesk_removed (entity, key) SELECT TG_ARGV[0], g.id FROM gone g;
    ELSE
        INSERT INTO lockdesk_removed (entity, key) SELECT TG_ARGV[0], g.name FROM gone g;
    END IF;
    -- The account of a lesson's SQL may delete rows, but has no right to lockdesk_meta.
    IF NOT has_table_privilege('lockdesk_meta', 'UPDATE') THEN
        RETURN NULL;
    END IF;
    WITH due AS (
        SELECT o.seq FROM lockdesk_removed o WHERE o.at < statement_timestamp() - interval '1 hour'
         ORDER BY o.seq LIMIT 10000 FOR UPDATE SKIP LOCKED),
    past AS (DELETE FROM lockdesk_removed r USING due WHERE r.seq = due.seq RETURNING r.changed)
    UPDATE lockdesk_meta m SET value = greatest(CASE WHEN m.value::bigint < t.next THEN m.value::bigint ELSE 0 END, t.top)::text
      FROM (SELECT max(past.changed::text::bigint) FILTER (WHERE past.changed < pg_current_xact_id()) AS top,
                   pg_current_xact_id()::text::bigint AS next FROM past) t
     WHERE m.key = 'removed_floor' AND (t.top IS NOT NULL OR m.value::bigint >= t.next);
    RETURN NULL;
END $$;

-- Applies persons in their order. Locks and reads the event's row first, so that a waiter sees everything committed before:
-- numbers follow the order of commits, without gaps.
CREATE OR REPLACE FUNCTION lockdesk_draw_apply(a_event text, a_persons text[])
RETURNS TABLE (o_now bigint, o_known boolean, o_before bigint, o_seq bigint, o_rank bigint, o_applied bigint)
LANGUAGE plpgsql AS $$
DECLARE
    d lockdesk_draws;
    v_now bigint;
    v_added bigint;
BEGIN
    SELECT * INTO d FROM lockdesk_draws k WHERE k.event = a_event FOR UPDATE;
    v_now := lockdesk_now();
    IF NOT FOUND THEN
        RETURN QUERY SELECT v_now, false, 0::bigint, 0::bigint, NULL::bigint, NULL::bigint;
        RETURN;
    END IF;
    -- A number given by others than these could be one that another person has.
    IF d.last_seq < 0 OR d.last_seq >= 9007199254740991 OR d.last_rank < 0 OR d.last_rank > d.last_seq THEN
        RAISE EXCEPTION 'the draw''s last_seq or last_rank is not a number that Lockdesk wrote; nothing was changed. Correct it'
            USING ERRCODE = 'numeric_value_out_of_range';
    END IF;
    INSERT INTO lockdesk_draw_entries (event, person, seq, applied_at)
    SELECT a_event, n.person, n.seq, v_now
      FROM (SELECT f.person, d.last_seq + row_number() OVER (ORDER BY f.at) AS seq
              FROM (SELECT p.person COLLATE "C" AS person, min(p.at) AS at
                      FROM unnest(a_persons) WITH ORDINALITY AS p(person, at) GROUP BY 1) f
             WHERE NOT EXISTS (SELECT FROM lockdesk_draw_entries e WHERE e.event = a_event AND e.person = f.person)) n
     WHERE n.seq <= d.places;
    GET DIAGNOSTICS v_added = ROW_COUNT;
    IF v_added > 0 THEN
        UPDATE lockdesk_draws k SET last_seq = d.last_seq + v_added WHERE k.event = a_event;
    END IF;
    RETURN QUERY SELECT v_now, true, d.last_seq, e.seq, e.rank, e.applied_at
                   FROM (SELECT 1) one
                   LEFT JOIN unnest(a_persons) WITH ORDINALITY AS p(person, at) ON true
                   LEFT JOIN lockdesk_draw_entries e ON e.event = a_event AND e.person = p.person COLLATE "C"
                  ORDER BY p.at;
END $$;

-- Ranks the next numbers for the leader of that token. Numbers have no gap, so that the rank is the number.
CREATE OR REPLACE FUNCTION lockdesk_draw_consume(a_event text, a_token bigint, a_limit bigint)
RETURNS TABLE (o_now bigint, o_known boolean, o_refused boolean, o_left bigint, o_event text, o_person text, o_seq bigint,
               o_rank bigint, o_applied bigint)
LANGUAGE plpgsql AS $$
DECLARE
    d lockdesk_draws;
    v_now bigint;
    v_last bigint;
BEGIN
    SELECT * INTO d FROM lockdesk_draws k WHERE k.event = a_event FOR UPDATE;
    v_now := lockdesk_now();
    IF NOT FOUND OR a_token < d.leader_token THEN
        RETURN QUERY SELECT v_now, d.event IS NOT NULL, true, coalesce(d.last_seq - d.last_rank, 0), NULL::text, NULL::text,
                            NULL::bigint, NULL::bigint, NULL::bigint;
        RETURN;
    END IF;
    IF d.last_seq < 0 OR d.last_seq >= 9007199254740991 OR d.last_rank < 0 OR d.last_rank > d.last_seq THEN
        RAISE EXCEPTION 'the draw''s last_seq or last_rank is not a number that Lockdesk wrote; nothing was changed. Correct it'
            USING ERRCODE = 'numeric_value_out_of_range';
    END IF;
    v_last := d.last_rank + least(a_limit, d.last_seq - d.last_rank);
    UPDATE lockdesk_draws k SET last_rank = v_last, leader_token = a_token WHERE k.event = a_event;
    UPDATE lockdesk_draw_entries e SET rank = e.seq WHERE e.event = a_event AND e.seq > d.last_rank AND e.seq <= v_last;
    RETURN QUERY SELECT v_now, true, false, d.last_seq - v_last, e.event, e.person, e.seq, e.rank, e.applied_at
                   FROM (SELECT 1) one
                   LEFT JOIN lockdesk_draw_entries e ON e.event = a_event AND e.seq > d.last_rank AND e.seq <= v_last
                  ORDER BY e.seq;
END $$;
