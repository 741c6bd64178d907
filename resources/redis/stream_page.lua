-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: stream, entry id to go on below or '+', how many. Newest first. Answers now, how many there are, entries.
return {now, call('XLEN', P .. A[1]), call('XREVRANGE', P .. A[1], A[2], '-', 'COUNT', A[3])}
