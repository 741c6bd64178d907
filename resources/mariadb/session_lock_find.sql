SELECT {now};
SELECT {now}, CAST({name} AS BINARY) AS name, {kind} AS kind, c.id AS session, s.owner, s.since_at AS since, {key} AS `key`,
       p.HOST AS client, p.USER AS user, p.STATE AS state,
       LEFT(p.INFO, 200) AS last_statement
  FROM (SELECT IS_USED_LOCK({key}) AS id) c
  LEFT JOIN {p}sessions s ON s.name = {name} AND s.kind = {kind} AND s.connection = c.id
  LEFT JOIN information_schema.PROCESSLIST p ON p.ID = c.id
 WHERE c.id IS NOT NULL
