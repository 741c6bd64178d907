CREATE TABLE {table} (
    name varchar(100) PRIMARY KEY,
    owner varchar(100) NULL,
    expiry timestamptz NULL
)
