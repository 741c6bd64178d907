SELECT {real};
SELECT {real}, table_name, table_comment FROM information_schema.tables
 WHERE table_schema = DATABASE() AND table_name LIKE 'lockdesk\_sb\_%\_clock' ORDER BY table_name
