UPDATE {table}
   SET lock_until = TIMESTAMPADD(MICROSECOND, {until}, '1970-01-01 00:00:00'),
       locked_at = TIMESTAMPADD(MICROSECOND, {at}, '1970-01-01 00:00:00'), locked_by = {owner}
 WHERE name = {name}
