-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: schema
CREATE TABLE IF NOT EXISTS {p}meta (
    k VARBINARY(64) PRIMARY KEY,
    v BIGINT NOT NULL
) ENGINE=InnoDB;
CREATE SEQUENCE IF NOT EXISTS {p}changes;
CREATE TABLE IF NOT EXISTS {p}locks (
    name VARBINARY(200) PRIMARY KEY,
    owner VARBINARY(200),
    token BIGINT NOT NULL DEFAULT 0,
    holds BIGINT NOT NULL DEFAULT 1,
    lease_us BIGINT,
    acquired_at BIGINT,
    renewed_at BIGINT,
    expires_at BIGINT,
    cooling_until BIGINT,
    released_at BIGINT,
    last_owner VARBINARY(200) NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '',
    renewals BIGINT NOT NULL DEFAULT 0,
    requests VARBINARY(1600) NOT NULL DEFAULT '',
    change_seq BIGINT NOT NULL DEFAULT (NEXT VALUE FOR {p}changes),
    KEY changed (change_seq)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS {p}waiters (
    name VARBINARY(200),
    owner VARBINARY(200),
    since_at BIGINT NOT NULL DEFAULT 0,
    until_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (name, owner)
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}fences (
    resource VARBINARY(200) PRIMARY KEY,
    largest BIGINT NOT NULL DEFAULT 0,
    refusals BIGINT NOT NULL DEFAULT 0
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}refusals (
    seq BIGINT AUTO_INCREMENT PRIMARY KEY,
    resource VARBINARY(200) NOT NULL,
    token BIGINT NOT NULL,
    largest BIGINT NOT NULL,
    who VARBINARY(1000) NOT NULL DEFAULT '',
    at BIGINT NOT NULL,
    change_seq BIGINT NOT NULL DEFAULT (NEXT VALUE FOR {p}changes),
    KEY changed (change_seq)
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}task_rules (
    kind VARBINARY(200),
    phase VARBINARY(200),
    lock_timeout BIGINT NOT NULL DEFAULT 30000000,
    backoff VARBINARY(16) NOT NULL DEFAULT 'progressive',
    max_failures BIGINT NOT NULL DEFAULT 8,
    PRIMARY KEY (kind, phase)
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}tasks (
    id VARBINARY(200) PRIMARY KEY,
    kind VARBINARY(200) NOT NULL,
    phase VARBINARY(200) NOT NULL,
    desired_state VARBINARY(16) NOT NULL DEFAULT 'Running',
    payload LONGTEXT NOT NULL DEFAULT '{}',
    owner VARBINARY(200),
    token BIGINT NOT NULL DEFAULT 0,
    claim_id VARBINARY(200),
    locked_at BIGINT NOT NULL DEFAULT 0,
    was_locked_at BIGINT NOT NULL DEFAULT 0 COMMENT 'before the last claim',
    updated_at BIGINT NOT NULL DEFAULT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))),
    created_at BIGINT NOT NULL DEFAULT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))),
    claims BIGINT NOT NULL DEFAULT 0,
    takeovers BIGINT NOT NULL DEFAULT 0,
    failures BIGINT NOT NULL DEFAULT 0,
    last_error TEXT NOT NULL DEFAULT '',
    change_seq BIGINT NOT NULL DEFAULT (NEXT VALUE FOR {p}changes),
    KEY due (kind, phase, locked_at, updated_at, id),
    KEY claim (claim_id),
    KEY changed (change_seq)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS {p}outbox (
    seq BIGINT AUTO_INCREMENT PRIMARY KEY,
    id VARBINARY(200) NOT NULL DEFAULT (UUID()),
    topic VARBINARY(200) NOT NULL,
    payload LONGTEXT NOT NULL DEFAULT '{}',
    state VARBINARY(8) NOT NULL DEFAULT 'pending',
    tries BIGINT NOT NULL DEFAULT 0 COMMENT 'deliveries that failed',
    cuts BIGINT NOT NULL DEFAULT 0 COMMENT 'deliveries whose relay was gone before it told how they went',
    begun_at BIGINT COMMENT 'of the delivery that goes on',
    created_at BIGINT NOT NULL DEFAULT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))),
    next_at BIGINT DEFAULT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))),
    was_next_at BIGINT COMMENT 'before the last claim',
    owner VARBINARY(200),
    token BIGINT NOT NULL DEFAULT 0,
    claim_id VARBINARY(200),
    lease_until BIGINT,
    sent_at BIGINT,
    last_error TEXT NOT NULL DEFAULT '',
    change_seq BIGINT NOT NULL DEFAULT (NEXT VALUE FOR {p}changes),
    UNIQUE KEY id (id),
    KEY due (next_at, seq),
    KEY open (state, created_at),
    KEY claim (claim_id),
    KEY sent (sent_at),
    KEY changed (change_seq)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS {p}records (
    id VARBINARY(200) PRIMARY KEY,
    value LONGTEXT NOT NULL DEFAULT '',
    version VARBINARY(64) NOT NULL DEFAULT '1',
    version_by VARBINARY(8) NOT NULL DEFAULT 'integer'
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS {p}draws (
    event VARBINARY(200) PRIMARY KEY,
    places BIGINT NOT NULL DEFAULT 1,
    last_seq BIGINT NOT NULL DEFAULT 0,
    last_rank BIGINT NOT NULL DEFAULT 0,
    leader_token BIGINT NOT NULL DEFAULT 0,
    opened_at BIGINT NOT NULL DEFAULT 0
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}draw_entries (
    event VARBINARY(200),
    person VARBINARY(200),
    seq BIGINT NOT NULL,
    `rank` BIGINT,
    applied_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (event, person),
    UNIQUE KEY seq (event, seq)
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}workers (
    id VARBINARY(200) PRIMARY KEY,
    host TEXT NOT NULL DEFAULT '',
    pid BIGINT NOT NULL DEFAULT 0,
    role TEXT NOT NULL DEFAULT 'worker',
    kinds TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'running',
    doing TEXT NOT NULL DEFAULT '',
    doing_since BIGINT,
    lease_until BIGINT,
    period BIGINT NOT NULL DEFAULT 1000000,
    started_at BIGINT NOT NULL DEFAULT 0,
    beat_at BIGINT NOT NULL DEFAULT 0,
    control VARBINARY(8) NOT NULL DEFAULT 'run',
    slow_by BIGINT NOT NULL DEFAULT 0,
    claims BIGINT NOT NULL DEFAULT 0,
    done BIGINT NOT NULL DEFAULT 0,
    relocked BIGINT NOT NULL DEFAULT 0,
    failed BIGINT NOT NULL DEFAULT 0,
    refused BIGINT NOT NULL DEFAULT 0,
    wait_p50 BIGINT NOT NULL DEFAULT -1,
    hold_p50 BIGINT NOT NULL DEFAULT -1,
    change_seq BIGINT NOT NULL DEFAULT (NEXT VALUE FOR {p}changes),
    KEY changed (change_seq)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS {p}audit (
    seq BIGINT AUTO_INCREMENT PRIMARY KEY,
    at BIGINT NOT NULL,
    who TEXT NOT NULL DEFAULT '',
    action TEXT NOT NULL DEFAULT '',
    entity TEXT NOT NULL DEFAULT '',
    k VARBINARY(1000) NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '',
    evidence LONGTEXT NOT NULL DEFAULT '',
    command TEXT NOT NULL DEFAULT '',
    result TEXT NOT NULL DEFAULT '',
    change_seq BIGINT NOT NULL DEFAULT (NEXT VALUE FOR {p}changes),
    KEY changed (change_seq)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS {p}removed (
    seq BIGINT AUTO_INCREMENT PRIMARY KEY,
    entity VARBINARY(8) NOT NULL,
    k VARBINARY(200) NOT NULL,
    at BIGINT NOT NULL DEFAULT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))),
    change_seq BIGINT NOT NULL DEFAULT (NEXT VALUE FOR {p}changes),
    KEY at (at),
    KEY changed (change_seq)
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}schedule (
    name VARBINARY(200) PRIMARY KEY
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}sessions (
    name VARBINARY(200),
    kind VARBINARY(16),
    key_text VARBINARY(192) NOT NULL DEFAULT '',
    connection BIGINT NOT NULL,
    owner VARBINARY(200) NOT NULL DEFAULT '',
    since_at BIGINT NOT NULL,
    PRIMARY KEY (name, kind)
) ENGINE=InnoDB;
CREATE TABLE IF NOT EXISTS {p}clock (
    id INT PRIMARY KEY,
    base BIGINT NOT NULL,
    set_at BIGINT NOT NULL,
    rate DOUBLE NOT NULL
) ENGINE=InnoDB COMMENT='{comment}';
INSERT IGNORE INTO {p}meta (k, v) VALUES
    ('token_floor', {floor}), ('token_base', {floor}), ('removed_floor', 0), ('incarnation', FLOOR(1 + RAND() * 9e15)), ('schema_version', {version})

-- name: upgrade_2
ALTER TABLE {p}outbox ADD COLUMN IF NOT EXISTS cuts BIGINT NOT NULL DEFAULT 0 AFTER tries,
    ADD COLUMN IF NOT EXISTS begun_at BIGINT AFTER cuts;
ALTER TABLE {p}locks ALTER COLUMN token SET DEFAULT 0;
ALTER TABLE {p}sessions MODIFY COLUMN key_text VARBINARY(192) NOT NULL DEFAULT '';
UPDATE {p}meta SET v = 2 WHERE k = 'schema_version' AND v < 2;
SELECT {real}
