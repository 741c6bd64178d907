SELECT {now};
SELECT {now}, name, kind, connection, owner, since_at FROM {p}sessions
 WHERE IS_USED_LOCK(key_text) = connection ORDER BY name, kind
