SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
    SELECT locked_at, updated_at, id INTO v_locked{n}, v_updated{n}, v_id{n}
      FROM {p}tasks FORCE INDEX (due)
     WHERE kind = {kind} AND phase = {phase} AND locked_at > {above} AND locked_at < v_due
     ORDER BY locked_at, updated_at, id LIMIT 1;
