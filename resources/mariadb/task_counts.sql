BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_kind, v_phase, v_next VARBINARY(200) DEFAULT '';
    DECLARE v_timeout, v_failures BIGINT;
    walk: LOOP
        SET v_next = NULL;
        SELECT kind, phase, phase INTO v_kind, v_phase, v_next FROM {p}tasks FORCE INDEX (due)
         WHERE kind = v_kind AND phase > v_phase ORDER BY kind, phase LIMIT 1;
        IF v_next IS NULL THEN
            SELECT kind, phase, phase INTO v_kind, v_phase, v_next FROM {p}tasks FORCE INDEX (due)
             WHERE kind > v_kind ORDER BY kind, phase LIMIT 1;
        END IF;
        IF v_next IS NULL THEN
            LEAVE walk;
        END IF;
        SET v_timeout = 30000000, v_failures = 8;
        SELECT lock_timeout, max_failures INTO v_timeout, v_failures FROM {p}task_rules
         WHERE kind = v_kind AND phase = v_phase;
        SELECT v_now, v_kind, v_phase, IFNULL(SUM(s.owner <> '' AND NOT s.due), 0),
               IFNULL(SUM(IFNULL(s.owner, '') = '' AND NOT s.due), 0), IFNULL(SUM(IFNULL(s.owner, '') = '' AND s.due), 0),
               IFNULL(SUM(s.owner <> '' AND s.due), 0), SUM(s.failures >= v_failures), COUNT(*)
          FROM (SELECT owner, failures, locked_at < v_now - v_timeout AS due FROM {p}tasks
                 WHERE kind = v_kind AND phase = v_phase LIMIT {cap}) s;
    END LOOP;
    SELECT v_now;
END
