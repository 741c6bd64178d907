SELECT {real};
SELECT {real}, table_name FROM information_schema.tables
 WHERE table_schema = DATABASE() AND table_name LIKE 'lockdesk\_%'
   AND table_name NOT LIKE 'lockdesk\_sb\_%' ORDER BY table_name
