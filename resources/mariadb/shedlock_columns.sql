SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), (SELECT COUNT(*) FROM information_schema.COLUMNS
                 WHERE TABLE_SCHEMA = {schema} AND TABLE_NAME = {bare}
                   AND LOWER(COLUMN_NAME) IN ('name', 'lock_until', 'locked_at', 'locked_by')),
       (SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = {schema} AND TABLE_NAME = {bare})
