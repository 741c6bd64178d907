SELECT n.now, {task_columns}
  FROM (SELECT {now} AS now) n LEFT JOIN {p}tasks k ON k.id = {id}
