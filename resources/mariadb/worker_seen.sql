JSON_OBJECT('id', CONVERT(id USING utf8mb4), 'host', host, 'pid', pid, 'role', role, 'kinds', kinds,
        'state', state, 'doing', doing, 'doing_since', doing_since, 'lease_until', lease_until,
        'period', period, 'started_at', started_at, 'beat_at', beat_at,
        'control', CONVERT(control USING utf8mb4), 'slow_by', slow_by, 'claims', claims, 'done', done,
        'relocked', relocked, 'failed', failed, 'refused', refused)