DELETE FROM {p}waiters WHERE name = {name} AND owner = {owner};
SELECT {now}
