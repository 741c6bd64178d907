SELECT lockdesk_stamp(), (SELECT count(*) FROM (SELECT 1 FROM {p}{table} k WHERE {where} LIMIT $1::bigint) c)
