-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: fence_admit
-- Without a transaction of its own in the caller's: a second one would commit that.
BEGIN NOT ATOMIC
    DECLARE v_now, v_largest, v_refusals BIGINT;
    {own_begin}
    SELECT largest, refusals INTO v_largest, v_refusals FROM {p}fences WHERE resource = {resource} FOR UPDATE;
    IF v_largest IS NULL THEN
        INSERT INTO {p}fences (resource, largest) VALUES ({resource}, {token}) ON DUPLICATE KEY UPDATE resource = resource;
        SELECT largest, refusals INTO v_largest, v_refusals FROM {p}fences WHERE resource = {resource} FOR UPDATE;
    END IF;
    SET v_now = {now};
    IF {token} > v_largest THEN
        SET v_largest = {token};
        UPDATE {p}fences SET largest = v_largest WHERE resource = {resource};
    ELSEIF {token} < v_largest THEN
        SET v_refusals = v_refusals + 1;
        UPDATE {p}fences SET refusals = v_refusals WHERE resource = {resource};
        INSERT INTO {p}refusals (resource, token, largest, who, at) VALUES ({resource}, {token}, v_largest, {who}, v_now);
    END IF;
    SELECT v_now, {token} >= v_largest, v_largest, v_refusals;
    {own_commit}
END

-- name: fence_find
SELECT n.now, f.resource, f.largest, f.refusals FROM (SELECT {now} AS now) n LEFT JOIN {p}fences f ON f.resource = {resource}

-- name: refusal_list
SELECT {now};
SELECT {now}, k.resource, k.token, k.largest, k.who, k.at, k.seq, k.change_seq
  FROM {p}refusals k WHERE {where} {order} {limit}
