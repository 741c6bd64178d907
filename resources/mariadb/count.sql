SELECT {now}, (SELECT COUNT(*) FROM (SELECT 1 FROM {p}{table} k WHERE {where} LIMIT {cap}) c)
