INSERT INTO {table} (name, owner, expiry) VALUES ({name}, {owner}, {expiry}) ON DUPLICATE KEY UPDATE name = VALUES(name)
