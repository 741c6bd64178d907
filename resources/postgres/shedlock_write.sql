UPDATE {table} SET lock_until = {until}, locked_at = {at}, locked_by = $2 WHERE name = $1
