-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: auditing
-- A forced action, written in the same step as the action itself.
local function audit(who, action, entity, key, reason, evidence, command, result)
    local seq = call('HINCRBY', P .. 'meta', 'audit_seq', 1)
    call('XADD', P .. 'audit', 'MAXLEN', '~', 100000, call('INCR', P .. 'seq') .. '-0', 'seq', seq, 'at', now,
        'who', who, 'action', action, 'entity', entity, 'key', key, 'reason', reason, 'evidence', evidence,
        'command', command, 'result', result)
    hint('audit', key)
end

-- name: audit_write
-- ARGV: who, action, entity, key, reason, evidence, command, result. Returns now.
audit(A[1], A[2], A[3], A[4], A[5], A[6], A[7], A[8])
return {now}
