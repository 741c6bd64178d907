BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    START TRANSACTION;
    INSERT INTO {p}tasks (id, kind, phase, desired_state, payload, created_at, updated_at, change_seq)
    VALUES {rows} ON DUPLICATE KEY UPDATE id = VALUES(id);
    SELECT v_now, k.id FROM {p}tasks k WHERE k.id IN ({ids}) AND k.change_seq = 0;
    UPDATE {p}tasks k SET k.token = GREATEST(
               IFNULL((SELECT v FROM {p}meta WHERE k = 'token_base'), 0),
               IFNULL((SELECT f.largest FROM {p}fences f WHERE f.resource = k.id), 0))
     WHERE k.id IN ({ids}) AND k.change_seq = 0;
    UPDATE {p}tasks SET change_seq = NEXT VALUE FOR {p}changes WHERE id IN ({ids}) AND change_seq = 0;
    SELECT v_now;
    COMMIT;
END
