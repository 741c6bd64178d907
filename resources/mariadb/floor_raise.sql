INSERT INTO {p}meta (k, v) VALUES ('token_floor', {number}), ('token_base', {number})
    ON DUPLICATE KEY UPDATE v = GREATEST(v, VALUES(v))
