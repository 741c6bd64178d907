SELECT n.now, f.resource, coalesce(f.largest, 0), coalesce(f.refusals, 0)
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_fences f ON f.resource = $1
