SELECT {now};
SELECT {now}, {outbox_columns}, k.change_seq FROM {p}outbox k WHERE {where} {order} {limit}
