BEGIN NOT ATOMIC
    DECLARE v_found BOOL DEFAULT FALSE;
    DECLARE v_now, v_places, v_last BIGINT;
    DECLARE v_added BIGINT DEFAULT 0;
    START TRANSACTION;
    SELECT TRUE, places, last_seq INTO v_found, v_places, v_last FROM {p}draws WHERE event = {event} FOR UPDATE;
    SET v_now = {now};
    IF v_found THEN
        INSERT INTO {p}draw_entries (event, person, seq, applied_at)
        SELECT {event}, n.person, n.seq, v_now
          FROM (SELECT c.person, v_last + ROW_NUMBER() OVER (ORDER BY c.at) AS seq
                  FROM (WITH p (person, at) AS (VALUES {candidates}) SELECT person, at FROM p) c
                  LEFT JOIN {p}draw_entries e ON e.event = {event} AND e.person = c.person
                 WHERE e.seq IS NULL) n
         WHERE n.seq <= v_places;
        SET v_added = ROW_COUNT();
        IF v_added > 0 THEN
            UPDATE {p}draws SET last_seq = v_last + v_added WHERE event = {event};
        END IF;
    END IF;
    SELECT v_now, e.event, e.person, e.seq, e.`rank`, e.applied_at
      FROM {p}draw_entries e WHERE e.event = {event} AND e.person IN ({persons});
    SELECT v_now, v_found, v_last;
    COMMIT;
END
