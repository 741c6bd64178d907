-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: schema
-- Lockdesk schema, version 2. In a sandbox every name begins with lockdesk_sb_<id>_. Times are microseconds since 1970.
-- Every row carries `change`: the number of the transaction that wrote it last, from the one row of {p}stamp. The triggers
-- at the end number the changes of other programs, which need not know of it.

CREATE TABLE {p}meta (key TEXT NOT NULL PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE {p}stamp (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL, pruned INTEGER NOT NULL);
CREATE TABLE {p}clock (one INTEGER PRIMARY KEY CHECK (one = 1), base INTEGER NOT NULL, set_at INTEGER NOT NULL,
  rate REAL NOT NULL);

CREATE TABLE {p}locks (
  name TEXT NOT NULL PRIMARY KEY, owner TEXT, token INTEGER DEFAULT 0, holds INTEGER DEFAULT 0, lease_us INTEGER,
  acquired_at INTEGER, renewed_at INTEGER, expires_at INTEGER, cooling_until INTEGER, released_at INTEGER, last_owner TEXT,
  reason TEXT, renewals INTEGER DEFAULT 0, requests TEXT DEFAULT '', change INTEGER DEFAULT 0) WITHOUT ROWID;
CREATE INDEX {p}locks_change ON {p}locks (change);

CREATE TABLE {p}waiters (
  name TEXT NOT NULL, owner TEXT NOT NULL, since INTEGER, until INTEGER, change INTEGER DEFAULT 0,
  PRIMARY KEY (name, owner)) WITHOUT ROWID;

CREATE TABLE {p}fences (resource TEXT NOT NULL PRIMARY KEY, largest INTEGER DEFAULT 0,
  refusals INTEGER DEFAULT 0) WITHOUT ROWID;
CREATE TABLE {p}refusals (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT, token INTEGER, largest INTEGER, who TEXT, at INTEGER,
  change INTEGER DEFAULT 0);

CREATE TABLE {p}tasks (
  row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT, phase TEXT, desired_state TEXT DEFAULT 'Running',
  payload TEXT DEFAULT '{}', owner TEXT, token INTEGER DEFAULT 0, claim_id TEXT, locked_at INTEGER DEFAULT 0,
  updated_at INTEGER DEFAULT 0, created_at INTEGER DEFAULT 0, claims INTEGER DEFAULT 0, takeovers INTEGER DEFAULT 0,
  failures INTEGER DEFAULT 0, last_error TEXT, change INTEGER DEFAULT 0);
CREATE INDEX {p}tasks_due ON {p}tasks (kind, phase, locked_at, updated_at, id);
CREATE INDEX {p}tasks_held ON {p}tasks (kind, phase, locked_at) WHERE owner IS NOT NULL;
CREATE INDEX {p}tasks_failed ON {p}tasks (kind, phase, failures) WHERE failures > 0;
CREATE INDEX {p}tasks_claim ON {p}tasks (claim_id) WHERE claim_id IS NOT NULL;
CREATE INDEX {p}tasks_change ON {p}tasks (change);
CREATE TABLE {p}task_rules (
  kind TEXT NOT NULL, phase TEXT NOT NULL, lock_timeout_us INTEGER, backoff TEXT, max_failures INTEGER,
  PRIMARY KEY (kind, phase)) WITHOUT ROWID;

CREATE TABLE {p}outbox (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, topic TEXT, payload TEXT, state TEXT DEFAULT 'pending',
  tries INTEGER DEFAULT 0, created_at INTEGER DEFAULT 0, next_at INTEGER DEFAULT 0, owner TEXT, token INTEGER DEFAULT 0,
  claim_id TEXT, lease_until INTEGER, sent_at INTEGER, last_error TEXT, cuts INTEGER DEFAULT 0,
  begun_at INTEGER, change INTEGER DEFAULT 0);
CREATE INDEX {p}outbox_pending ON {p}outbox (next_at, seq) WHERE state = 'pending';
CREATE INDEX {p}outbox_sending ON {p}outbox (lease_until) WHERE state = 'sending';
CREATE INDEX {p}outbox_dead ON {p}outbox (seq) WHERE state = 'dead';
CREATE INDEX {p}outbox_sent ON {p}outbox (sent_at) WHERE state = 'sent';
CREATE INDEX {p}outbox_change ON {p}outbox (change);

CREATE TABLE {p}records (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, value TEXT, version TEXT, version_by TEXT);

-- A draw's counter is in its row, so that numbers follow the order of commits.
CREATE TABLE {p}draws (event TEXT NOT NULL PRIMARY KEY, places INTEGER, last_seq INTEGER DEFAULT 0, last_rank INTEGER DEFAULT 0,
  leader_token INTEGER DEFAULT 0, opened_at INTEGER) WITHOUT ROWID;
CREATE TABLE {p}draw_entries (
  event TEXT NOT NULL, person TEXT NOT NULL, seq INTEGER NOT NULL, rank INTEGER, applied_at INTEGER,
  PRIMARY KEY (event, person)) WITHOUT ROWID;
CREATE UNIQUE INDEX {p}draw_entries_seq ON {p}draw_entries (event, seq);

CREATE TABLE {p}workers (
  id TEXT NOT NULL PRIMARY KEY, host TEXT, pid INTEGER, role TEXT, kinds TEXT, state TEXT, doing TEXT, doing_since INTEGER,
  lease_until INTEGER, period_us INTEGER, started_at INTEGER, beat_at INTEGER, control TEXT DEFAULT 'run',
  slow_by_us INTEGER DEFAULT 0, claims INTEGER DEFAULT 0, done INTEGER DEFAULT 0, relocked INTEGER DEFAULT 0,
  failed INTEGER DEFAULT 0, refused INTEGER DEFAULT 0, wait_p50_us INTEGER DEFAULT -1, hold_p50_us INTEGER DEFAULT -1,
  change INTEGER DEFAULT 0) WITHOUT ROWID;

CREATE TABLE {p}audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER, who TEXT, action TEXT, entity TEXT, key TEXT, reason TEXT,
  evidence TEXT, command TEXT, result TEXT, change INTEGER DEFAULT 0);

CREATE TABLE {p}removed (change INTEGER NOT NULL, entity TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (change, entity,
  key)) WITHOUT ROWID;

CREATE TRIGGER {p}locks_added AFTER INSERT ON {p}locks WHEN ifnull(new.change, 0) = 0 BEGIN
  UPDATE {p}stamp SET n = n + 1;
  UPDATE {p}locks SET change = (SELECT n FROM {p}stamp) WHERE name = new.name;
END;
CREATE TRIGGER {p}locks_changed AFTER UPDATE ON {p}locks WHEN new.change IS old.change BEGIN
  UPDATE {p}stamp SET n = n + 1;
  UPDATE {p}locks SET change = (SELECT n FROM {p}stamp) WHERE name = new.name;
END;
CREATE TRIGGER {p}locks_removed AFTER DELETE ON {p}locks BEGIN
  UPDATE {p}stamp SET n = n + 1;
  INSERT INTO {p}removed (change, entity, key) SELECT n, 'lock', old.name FROM {p}stamp;
END;
CREATE TRIGGER {p}tasks_added AFTER INSERT ON {p}tasks WHEN ifnull(new.change, 0) = 0 BEGIN
  UPDATE {p}stamp SET n = n + 1;
  UPDATE {p}tasks SET change = (SELECT n FROM {p}stamp) WHERE row = new.row;
END;
CREATE TRIGGER {p}tasks_changed AFTER UPDATE ON {p}tasks WHEN new.change IS old.change BEGIN
  UPDATE {p}stamp SET n = n + 1;
  UPDATE {p}tasks SET change = (SELECT n FROM {p}stamp) WHERE row = new.row;
END;
CREATE TRIGGER {p}tasks_removed AFTER DELETE ON {p}tasks BEGIN
  UPDATE {p}stamp SET n = n + 1;
  INSERT INTO {p}removed (change, entity, key) SELECT n, 'task', old.id FROM {p}stamp;
END;
CREATE TRIGGER {p}outbox_added AFTER INSERT ON {p}outbox WHEN ifnull(new.change, 0) = 0 BEGIN
  UPDATE {p}stamp SET n = n + 1;
  UPDATE {p}outbox SET change = (SELECT n FROM {p}stamp) WHERE seq = new.seq;
END;
CREATE TRIGGER {p}outbox_changed AFTER UPDATE ON {p}outbox WHEN new.change IS old.change BEGIN
  UPDATE {p}stamp SET n = n + 1;
  UPDATE {p}outbox SET change = (SELECT n FROM {p}stamp) WHERE seq = new.seq;
END;
CREATE TRIGGER {p}outbox_removed AFTER DELETE ON {p}outbox WHEN old.state IS NOT 'sent' BEGIN
  UPDATE {p}stamp SET n = n + 1;
  INSERT INTO {p}removed (change, entity, key) SELECT n, 'message', old.id FROM {p}stamp;
END;
CREATE TRIGGER {p}workers_added AFTER INSERT ON {p}workers WHEN ifnull(new.change, 0) = 0 BEGIN
  UPDATE {p}stamp SET n = n + 1;
  UPDATE {p}workers SET change = (SELECT n FROM {p}stamp) WHERE id = new.id;
END;
CREATE TRIGGER {p}workers_changed AFTER UPDATE ON {p}workers WHEN new.change IS old.change BEGIN
  UPDATE {p}stamp SET n = n + 1;
  UPDATE {p}workers SET change = (SELECT n FROM {p}stamp) WHERE id = new.id;
END;
CREATE TRIGGER {p}workers_removed AFTER DELETE ON {p}workers BEGIN
  UPDATE {p}stamp SET n = n + 1;
  INSERT INTO {p}removed (change, entity, key) SELECT n, 'worker', old.id FROM {p}stamp;
END;

INSERT INTO {p}stamp (one, n, pruned) VALUES (1, 1, 0);
INSERT INTO {p}meta (key, value) VALUES ('version', 2), ('token_floor', 0);

-- name: upgrade_2
-- From version 1 to 2: columns for a delivery that was cut off.
ALTER TABLE {p}outbox ADD COLUMN cuts INTEGER DEFAULT 0;
ALTER TABLE {p}outbox ADD COLUMN begun_at INTEGER;
UPDATE {p}meta SET value = 2 WHERE key = 'version';
