-- From version 1 to 2: what a delivery that was cut off leaves behind; a row by hand has no token of its own. The functions are
-- replaced after it.
ALTER TABLE lockdesk_locks ALTER COLUMN token SET DEFAULT 0;
ALTER TABLE lockdesk_outbox ADD COLUMN cuts bigint DEFAULT 0, ADD COLUMN begun_at bigint;
UPDATE lockdesk_meta SET value = '2' WHERE key = 'schema_version';
