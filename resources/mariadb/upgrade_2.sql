ALTER TABLE {p}outbox ADD COLUMN IF NOT EXISTS cuts BIGINT NOT NULL DEFAULT 0 AFTER tries,
    ADD COLUMN IF NOT EXISTS begun_at BIGINT AFTER cuts;
UPDATE {p}meta SET v = 2 WHERE k = 'schema_version' AND v < 2;
SELECT {real}
