UPDATE {table} SET lock_until = {until}, locked_at = {at}, locked_by = {owner} WHERE name = {name}
