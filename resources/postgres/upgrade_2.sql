-- From version 1 to 2: what a delivery that was cut off leaves behind.
ALTER TABLE lockdesk_outbox ADD COLUMN cuts bigint DEFAULT 0, ADD COLUMN begun_at bigint;
UPDATE lockdesk_meta SET value = '2' WHERE key = 'schema_version';
