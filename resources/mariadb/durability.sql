SELECT {real}, @@GLOBAL.innodb_flush_log_at_trx_commit, @@GLOBAL.log_bin, @@GLOBAL.sync_binlog, @@GLOBAL.innodb_doublewrite,
       @@GLOBAL.innodb_flush_method,
       (SELECT GROUP_CONCAT(t.table_name, ' ', t.engine ORDER BY t.table_name SEPARATOR ', ') FROM information_schema.tables t
         WHERE t.table_schema = DATABASE() AND t.engine <> 'InnoDB'
           AND t.table_name IN ('{p}meta', '{p}locks', '{p}fences', '{p}tasks', '{p}outbox'))
