IFNULL((SELECT r.backoff FROM {p}task_rules r WHERE r.kind = {p}tasks.kind AND r.phase = {p}tasks.phase), 'progressive')
