SELECT {now};
SELECT {now}, k.id, k.locked_at, k.token FROM {p}tasks k FORCE INDEX (due)
 WHERE k.kind = {kind} AND k.phase = {phase}
   AND k.locked_at < {now} - IFNULL({timeout}, IFNULL((SELECT r.lock_timeout FROM {p}task_rules r
                                                        WHERE r.kind = {kind} AND r.phase = {phase}), 30000000))
 ORDER BY k.locked_at, k.updated_at, k.id LIMIT {limit} {lock}
