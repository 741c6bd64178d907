SELECT n.now, r.id, r.value, r.version, r.version_by FROM (SELECT {now} AS now) n LEFT JOIN {p}records r ON r.id = {id}
