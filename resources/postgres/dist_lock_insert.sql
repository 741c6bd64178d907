INSERT INTO {table} (name, owner, expiry) VALUES ($1, $2, {expiry}) ON CONFLICT (name) DO NOTHING
