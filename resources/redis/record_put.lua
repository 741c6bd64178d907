-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id, value, version by (integer, time, hash), SHA-256 of the value. Answers now, version.
return {now, put(A[1], A[2], A[3], A[4])}
