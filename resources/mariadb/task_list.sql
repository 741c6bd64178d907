SELECT {now};
SELECT {now}, {task_columns}, k.change_seq
  FROM {p}tasks k WHERE {where} {order} {limit}
