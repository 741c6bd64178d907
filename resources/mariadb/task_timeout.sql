IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = {p}tasks.kind AND r.phase = {p}tasks.phase), 30000000)
