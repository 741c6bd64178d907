SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), k.name, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.lock_until) AS lock_until,
       TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.locked_at) AS locked_at, k.locked_by,
       CAST(k.lock_until AS CHAR) AS until_text, CAST(k.locked_at AS CHAR) AS at_text
  FROM {table} k
 WHERE {where} {order} {limit}
