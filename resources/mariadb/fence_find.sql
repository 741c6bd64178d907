SELECT n.now, f.resource, f.largest, f.refusals FROM (SELECT {now} AS now) n LEFT JOIN {p}fences f ON f.resource = {resource}
