-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: who, action, entity, key, reason, evidence, command, result. Answers now.
audit(A[1], A[2], A[3], A[4], A[5], A[6], A[7], A[8])
return {now}
