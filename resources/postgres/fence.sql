-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: fence_admit
SELECT * FROM lockdesk_admit({resource}, {token}, {who})

-- name: fence_find
SELECT n.now, f.resource, coalesce(f.largest, 0), coalesce(f.refusals, 0)
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_fences f ON f.resource = {resource}

-- name: refusal_list
SELECT n.now, r.resource, r.token, r.largest, r.who, r.at, r.seq
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_refusals k WHERE {where} {order} {limit}) r ON true
