INSERT INTO {p}task_rules (kind, phase, lock_timeout, backoff, max_failures)
VALUES ({kind}, {phase}, {lock_timeout}, {backoff}, {max_failures})
ON DUPLICATE KEY UPDATE lock_timeout = VALUES(lock_timeout), backoff = VALUES(backoff), max_failures = VALUES(max_failures);
SELECT {now}
