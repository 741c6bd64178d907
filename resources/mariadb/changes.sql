-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: changes_head
SELECT {now}, {real}, (SELECT v FROM {p}meta WHERE k = 'incarnation'), (SELECT v FROM {p}meta WHERE k = 'removed_floor')

-- name: changes_top
SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
SELECT GREATEST(IFNULL((SELECT MAX(change_seq) FROM {p}locks), 0), IFNULL((SELECT MAX(change_seq) FROM {p}tasks), 0),
                IFNULL((SELECT MAX(change_seq) FROM {p}outbox), 0), IFNULL((SELECT MAX(change_seq) FROM {p}workers), 0),
                IFNULL((SELECT MAX(change_seq) FROM {p}refusals), 0), IFNULL((SELECT MAX(change_seq) FROM {p}audit), 0),
                IFNULL((SELECT MAX(change_seq) FROM {p}removed), 0))

-- name: changes_dirty
SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
SELECT change_seq FROM {p}locks FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}tasks FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}outbox FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}workers FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}refusals FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}audit FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}removed FORCE INDEX (changed) WHERE change_seq > {low}{pending}

-- name: changes_pending

UNION ALL SELECT change_seq FROM {p}outbox WHERE state = 'pending' AND change_seq <= {low}

-- name: changes_committed
SELECT change_seq FROM {p}locks FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}tasks FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}outbox FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}workers FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}refusals FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}audit FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}removed FORCE INDEX (changed) WHERE change_seq > {low}{pending}

-- name: changes_removed
SELECT {now};
SELECT {now}, k.entity, k.k, k.change_seq FROM {p}removed k
 WHERE {where}
   AND CASE k.entity WHEN 'lock' THEN NOT EXISTS (SELECT 1 FROM {p}locks l WHERE l.name = k.k)
                     WHEN 'task' THEN NOT EXISTS (SELECT 1 FROM {p}tasks t WHERE t.id = k.k)
                     WHEN 'message' THEN NOT EXISTS (SELECT 1 FROM {p}outbox m WHERE m.id = k.k)
                     WHEN 'worker' THEN NOT EXISTS (SELECT 1 FROM {p}workers w WHERE w.id = k.k) ELSE FALSE END

-- name: removed_prune
SET v_top = (SELECT MAX(o.change_seq) FROM (SELECT change_seq FROM {p}removed WHERE at < {real} - 3600000000
                                                     ORDER BY at LIMIT 10000) o);
        IF v_top IS NOT NULL THEN
            UPDATE {p}meta SET v = GREATEST(v, v_top) WHERE k = 'removed_floor';
            DELETE FROM {p}removed WHERE at < {real} - 3600000000 AND change_seq <= v_top LIMIT 10000;
        END IF

-- name: text_contains
LOCATE(LOWER(CONVERT({sought} USING latin1)) COLLATE latin1_bin, LOWER(CONVERT({text} USING latin1)) COLLATE latin1_bin) > 0

-- name: list_count
SELECT {now}, (SELECT COUNT(*) FROM (SELECT 1 FROM {p}{table} k WHERE {where} LIMIT {cap}) c)

-- name: list_estimate
SELECT {now}, table_rows FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = {table}
