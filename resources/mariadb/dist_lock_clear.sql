UPDATE {table} SET owner = NULL, expiry = NULL WHERE name = {name}
