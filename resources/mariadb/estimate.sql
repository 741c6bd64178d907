SELECT {now}, table_rows FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = {table}
