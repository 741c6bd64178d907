SELECT {real};
SELECT {real}, m.connection
  FROM (SELECT IS_USED_LOCK(key_text) AS connection FROM {p}sessions
         WHERE kind = 'skip-locked' AND IS_USED_LOCK(key_text) = connection {marks}) m
 WHERE m.connection IS NOT NULL AND m.connection <> CONNECTION_ID()
