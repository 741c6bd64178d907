UPDATE {table} SET owner = $2, expiry = {expiry} WHERE name = $1
