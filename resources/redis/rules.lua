-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Answers now, packed kind and phase, rule, ...
return {now, call('HGETALL', P .. 'rules')}
