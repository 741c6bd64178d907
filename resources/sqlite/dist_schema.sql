-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- {t} is the table's name. The expiry is in microseconds since 1970; owner or expiry NULL is free.
CREATE TABLE IF NOT EXISTS {t} (name varchar(100) NOT NULL PRIMARY KEY, owner varchar(100) NULL, expiry INTEGER NULL);
