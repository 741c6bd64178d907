SELECT {now};
SELECT {now}, kind, phase, lock_timeout, backoff, max_failures FROM {p}task_rules ORDER BY kind, phase
