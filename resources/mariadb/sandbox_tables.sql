SELECT {real};
SELECT {real}, table_name, table_type FROM information_schema.tables
 WHERE table_schema = DATABASE() AND LEFT(table_name, CHAR_LENGTH({prefix})) = {prefix}
 ORDER BY table_type = 'VIEW' DESC, table_name
