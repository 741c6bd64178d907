-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: resource. Answers now, largest or nil, refusals.
return {now, call('HGET', P .. 'fences', A[1]), call('HGET', P .. 'fence_refusals', A[1]) or '0'}
