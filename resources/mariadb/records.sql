-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: record_put
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    START TRANSACTION;
    INSERT INTO {p}records (id, value, version, version_by) VALUES ({id}, '', '', {by})
        ON DUPLICATE KEY UPDATE id = VALUES(id);
    SET v_now = {now};
    UPDATE {p}records
       SET version = CASE WHEN {by} = 'hash' THEN SHA2({value}, 256)
                          WHEN version = '' OR version_by = 'hash' THEN IF({by} = 'integer', 1, v_now)
                          WHEN {by} = 'integer' THEN CAST(version AS SIGNED) + 1
                          ELSE GREATEST(v_now, CAST(version AS SIGNED) + 1) END,
           value = {value}, version_by = {by}
     WHERE id = {id};
    SELECT v_now, id, value, version, version_by FROM {p}records WHERE id = {id};
    COMMIT;
END

-- name: record_put_fenced
BEGIN NOT ATOMIC
    DECLARE v_now, v_largest, v_refusals BIGINT;
    START TRANSACTION;
    SELECT largest, refusals INTO v_largest, v_refusals FROM {p}fences WHERE resource = {resource} FOR UPDATE;
    IF v_largest IS NULL THEN
        INSERT INTO {p}fences (resource, largest) VALUES ({resource}, {token}) ON DUPLICATE KEY UPDATE resource = resource;
        SELECT largest, refusals INTO v_largest, v_refusals FROM {p}fences WHERE resource = {resource} FOR UPDATE;
    END IF;
    SET v_now = {now};
    IF {token} < v_largest THEN
        SET v_refusals = v_refusals + 1;
        UPDATE {p}fences SET refusals = v_refusals WHERE resource = {resource};
        INSERT INTO {p}refusals (resource, token, largest, who, at) VALUES ({resource}, {token}, v_largest, {who}, v_now);
        SELECT v_now, NULL, NULL, NULL, NULL, FALSE, v_largest, v_refusals;
    ELSE
        UPDATE {p}fences SET largest = {token} WHERE resource = {resource};
        INSERT INTO {p}records (id, value, version, version_by) VALUES ({id}, '', '', {by})
            ON DUPLICATE KEY UPDATE id = VALUES(id);
        UPDATE {p}records
           SET version = CASE WHEN {by} = 'hash' THEN SHA2({value}, 256)
                              WHEN version = '' OR version_by = 'hash' THEN IF({by} = 'integer', 1, v_now)
                              WHEN {by} = 'integer' THEN CAST(version AS SIGNED) + 1
                              ELSE GREATEST(v_now, CAST(version AS SIGNED) + 1) END,
               value = {value}, version_by = {by}
         WHERE id = {id};
        SELECT v_now, id, value, version, version_by, TRUE, {token}, v_refusals FROM {p}records WHERE id = {id};
    END IF;
    COMMIT;
END

-- name: record_get
SELECT n.now, r.id, r.value, r.version, r.version_by FROM (SELECT {now} AS now) n LEFT JOIN {p}records r ON r.id = {id}

-- name: record_bump
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    DECLARE v_found VARBINARY(200);
    START TRANSACTION;
    SELECT id INTO v_found FROM {p}records WHERE id = {id} FOR UPDATE;
    SET v_now = {now};
    UPDATE {p}records
       SET version = IF(version_by = 'integer', CAST(version AS SIGNED) + 1, GREATEST(v_now, CAST(version AS SIGNED) + 1))
     WHERE id = {id} AND version_by IN ('integer', 'time');
    SELECT n.now, r.id, r.value, r.version, r.version_by
      FROM (SELECT v_now AS now) n LEFT JOIN {p}records r ON r.id = {id};
    COMMIT;
END

-- name: record_update
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    DECLARE v_done BOOL DEFAULT FALSE;
    START TRANSACTION;
    SELECT TRUE INTO v_done FROM {p}records WHERE id = {id} AND version = {version} FOR UPDATE;
    SET v_now = {now};
    UPDATE {p}records
       SET version = CASE version_by WHEN 'integer' THEN CAST(version AS SIGNED) + 1
                                     WHEN 'time' THEN GREATEST(v_now, CAST(version AS SIGNED) + 1)
                                     ELSE SHA2({value}, 256) END,
           value = {value}
     WHERE id = {id} AND version = {version};
    SELECT v_now, id, value, version, version_by FROM {p}records WHERE id = {id} AND v_done;
    COMMIT;
END
