BEGIN NOT ATOMIC
    DECLARE v_real, v_now BIGINT;
    START TRANSACTION;
    SELECT base INTO v_now FROM {p}clock WHERE id = 1 FOR UPDATE;
    SET v_real = {real};
    UPDATE {p}clock SET base = IFNULL({to}, base + CAST(ROUND((v_real - set_at) * rate) AS SIGNED) + IFNULL({by}, 0)),
                        rate = IFNULL({rate}, rate), set_at = v_real WHERE id = 1;
    SELECT base FROM {p}clock;
    COMMIT;
END
