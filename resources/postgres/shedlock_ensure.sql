INSERT INTO {table} (name, lock_until, locked_at, locked_by) VALUES ($1, {epoch}, {epoch}, $2) ON CONFLICT (name) DO NOTHING
