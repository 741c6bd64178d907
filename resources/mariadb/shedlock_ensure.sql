INSERT IGNORE INTO {table} (name, lock_until, locked_at, locked_by)
VALUES ({name}, '2000-01-01 00:00:00', '2000-01-01 00:00:00', {owner})
