-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: claim id. Answers now, ids of the tasks that may carry it.
return {now, ids_of(A[1])}
