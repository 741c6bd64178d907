UPDATE {table} SET owner = {owner}, expiry = {expiry} WHERE name = {name}
