-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: kind, phase, rule as 'lock timeout in us, p|e, max failures'. Answers now.
call('HSET', P .. 'rules', pack_of(A[1], A[2]), A[3])
call('INCR', P .. 'seq')
hint('task', A[1])
return {now}
