DELETE FROM {p}sessions WHERE name = {name} AND kind = 'skip-locked' AND connection = {session}; SELECT {now}
