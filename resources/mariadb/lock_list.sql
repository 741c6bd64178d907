SELECT {now};
SELECT {now}, k.name, k.owner, k.token, k.holds, k.lease_us, k.acquired_at, k.renewed_at, k.expires_at, k.cooling_until,
       k.released_at, k.last_owner, k.reason, k.renewals, k.requests,
       (SELECT COUNT(*) FROM {p}waiters w WHERE w.name = k.name AND w.until_at > {now}) AS waiters, k.change_seq
  FROM {p}locks k
 WHERE {where} {order} {limit}
