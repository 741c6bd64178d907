BEGIN NOT ATOMIC
    DECLARE v_found BOOL DEFAULT FALSE;
    DECLARE v_now, v_seq, v_before, v_last, v_leader BIGINT;
    START TRANSACTION;
    SELECT TRUE, last_seq, last_rank, last_rank, leader_token INTO v_found, v_seq, v_before, v_last, v_leader
      FROM {p}draws WHERE event = {event} FOR UPDATE;
    SET v_now = {now};
    IF v_found AND {token} >= v_leader THEN
        SET v_last = v_before + LEAST({limit}, v_seq - v_before);
        UPDATE {p}draws SET last_rank = v_last, leader_token = {token} WHERE event = {event};
        UPDATE {p}draw_entries SET `rank` = seq WHERE event = {event} AND seq > v_before AND seq <= v_last;
    END IF;
    SELECT v_now, e.event, e.person, e.seq, e.`rank`, e.applied_at
      FROM {p}draw_entries e WHERE e.event = {event} AND e.seq > v_before AND e.seq <= v_last ORDER BY e.seq;
    SELECT v_now, v_found, {token} < v_leader, v_seq - v_last;
    COMMIT;
END
