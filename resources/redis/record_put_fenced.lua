-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: resource, token, who, and then those of record_put. Answers now, admitted?, largest, refusals, version or nil.
local admitted, largest, refusals = admit(A[1], A[2], A[3])
return {now, admitted, largest, refusals, admitted == 1 and put(A[4], A[5], A[6], A[7])}
