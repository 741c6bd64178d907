SELECT {now}, COUNT(*) FROM information_schema.INNODB_TRX t WHERE t.trx_mysql_thread_id = {session}
