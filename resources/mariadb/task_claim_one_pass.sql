IF v_id IS NULL THEN
        SELECT id INTO v_id FROM {p}tasks FORCE INDEX (due)
         WHERE kind = {kind} AND phase = {phase} AND locked_at < v_due{above}
         ORDER BY locked_at, updated_at, id LIMIT 1 FOR UPDATE SKIP LOCKED;
    END IF;
