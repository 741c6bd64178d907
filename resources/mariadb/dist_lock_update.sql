UPDATE {table} SET owner = {owner}, expiry = {expiry} WHERE name = {name};
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), ROW_COUNT()
