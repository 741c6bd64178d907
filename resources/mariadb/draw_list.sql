SELECT {now};
SELECT {now}, k.event, k.person, k.seq, k.`rank`, k.applied_at FROM {p}draw_entries k WHERE {where} {order} {limit}
