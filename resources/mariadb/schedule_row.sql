INSERT IGNORE INTO {p}schedule (name)
SELECT n.name FROM (SELECT {name} AS name) n WHERE NOT EXISTS (SELECT 1 FROM {p}schedule s WHERE s.name = {name});
SELECT {now}
