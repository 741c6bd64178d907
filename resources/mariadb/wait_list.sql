SELECT {now};
SELECT {now}, k.name, k.owner, k.since_at, k.until_at FROM {p}waiters k WHERE k.until_at > {now} AND {where} {order} {limit}
