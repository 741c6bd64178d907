INSERT INTO {p}sessions (name, kind, key_text, connection, owner, since_at)
VALUES ({name}, 'skip-locked', {key}, {session}, {owner}, {now})
ON DUPLICATE KEY UPDATE key_text = VALUES(key_text), connection = VALUES(connection), owner = VALUES(owner),
                        since_at = VALUES(since_at);
SELECT {now}
