SELECT {now};
SELECT {now}, k.seq, k.at, k.who, k.action, k.entity, k.k AS `key`, k.reason, k.evidence, k.command, k.result, k.change_seq
  FROM {p}audit k WHERE {where} {order} {limit}
