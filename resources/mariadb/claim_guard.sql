DO GET_LOCK({lock}, 5);
    IF EXISTS (SELECT 1 FROM {p}{table} WHERE claim_id = {claim}) THEN
        SET v_limit = 0;
    END IF;
