SELECT {now};
SELECT {now}, k.id, k.host, k.pid, k.role, k.kinds, k.state, k.doing, k.doing_since, k.lease_until, k.period,
       k.started_at, k.beat_at,
       k.control, k.slow_by, k.claims, k.done, k.relocked, k.failed, k.refused, k.wait_p50, k.hold_p50, k.change_seq
  FROM {p}workers k WHERE {where} {order} {limit}
