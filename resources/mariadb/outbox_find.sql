SELECT n.now, {outbox_columns} FROM (SELECT {now} AS now) n LEFT JOIN {p}outbox k ON k.id = {id}
