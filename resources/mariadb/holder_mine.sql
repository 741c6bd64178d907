SELECT {now}, @@in_transaction
