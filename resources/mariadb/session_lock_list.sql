SELECT {now};
SELECT {now}, s.name, s.kind, s.connection AS session, s.owner, s.since_at AS since, s.key_text AS `key`,
       p.HOST AS client, p.USER AS user, p.STATE AS state,
       LEFT(p.INFO, 200) AS last_statement
  FROM {p}sessions s LEFT JOIN information_schema.PROCESSLIST p ON p.ID = s.connection
 WHERE IS_USED_LOCK(s.key_text) = s.connection ORDER BY s.name, s.kind
