-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Answers now, packed kinds and phases, how many tasks there are.
return {now, call('SMEMBERS', P .. 'phases'), call('ZCARD', P .. 'ch:task')}
