-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: resource, token, who. Answers now, admitted?, largest, refusals.
return {now, admit(A[1], A[2], A[3])}
