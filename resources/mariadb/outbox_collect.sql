BEGIN NOT ATOMIC
    DECLARE v_now, v_gone BIGINT;
    DELETE FROM {p}outbox WHERE sent_at < {now} - {older} AND state = 'sent' ORDER BY sent_at LIMIT {limit};
    SET v_gone = ROW_COUNT();
    SELECT {now}, v_gone;
END
