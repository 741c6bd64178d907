SELECT locked_at, updated_at, id,
       IFNULL((SELECT lock_timeout FROM {p}task_rules WHERE kind = {kind} AND phase = {phase}), 30000000),
       IFNULL((SELECT max_failures FROM {p}task_rules WHERE kind = {kind} AND phase = {phase}), 8)
  INTO @lockdesk_locked, @lockdesk_updated, @lockdesk_id, @lockdesk_timeout, @lockdesk_failures
  FROM {p}tasks FORCE INDEX (due)
 WHERE kind = {kind} AND phase = {phase} AND locked_at > {above}
   AND locked_at < {now} - IFNULL({timeout}, IFNULL((SELECT lock_timeout FROM {p}task_rules
                                                      WHERE kind = {kind} AND phase = {phase}), 30000000))
 ORDER BY locked_at, updated_at, id LIMIT 1
