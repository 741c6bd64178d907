SELECT n.now, r.id, r.value, r.version, r.version_by
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_records r ON r.id = $1
