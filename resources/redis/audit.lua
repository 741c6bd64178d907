-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: auditing
-- A forced action, written in the same step as the action itself. An audit that cannot be written stops the action before it.
meta_number('audit_seq')
call('XREVRANGE', P .. 'audit', '+', '-', 'COUNT', 1)
local function audit(who, action, entity, key, reason, evidence, command, result)
    append('audit', 'seq', call('HINCRBY', P .. 'meta', 'audit_seq', 1), 'at', now, 'who', who, 'action', action,
        'entity', entity, 'key', key, 'reason', reason, 'evidence', evidence, 'command', command, 'result', result)
    hint('audit', key)
end

-- name: audit_write
-- ARGV: who, action, entity, key, reason, evidence, command, result. Returns now.
audit(A[1], A[2], A[3], A[4], A[5], A[6], A[7], A[8])
return {now}
