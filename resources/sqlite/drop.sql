-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
DROP TABLE IF EXISTS {p}locks;
DROP TABLE IF EXISTS {p}waiters;
DROP TABLE IF EXISTS {p}fences;
DROP TABLE IF EXISTS {p}refusals;
DROP TABLE IF EXISTS {p}tasks;
DROP TABLE IF EXISTS {p}task_rules;
DROP TABLE IF EXISTS {p}outbox;
DROP TABLE IF EXISTS {p}records;
DROP TABLE IF EXISTS {p}draws;
DROP TABLE IF EXISTS {p}draw_entries;
DROP TABLE IF EXISTS {p}workers;
DROP TABLE IF EXISTS {p}audit;
DROP TABLE IF EXISTS {p}removed;
DROP TABLE IF EXISTS {p}clock;
DROP TABLE IF EXISTS {p}stamp;
DROP TABLE IF EXISTS {p}meta;
