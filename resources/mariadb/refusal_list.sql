SELECT {now};
SELECT {now}, k.seq, k.resource, k.token, k.largest, k.who, k.at, k.change_seq
  FROM {p}refusals k WHERE {where} {order} {limit}
