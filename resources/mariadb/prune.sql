SET v_top = (SELECT MAX(o.change_seq) FROM (SELECT change_seq FROM {p}removed WHERE at < {real} - 3600000000
                                                     ORDER BY at LIMIT 10000) o);
        IF v_top IS NOT NULL THEN
            UPDATE {p}meta SET v = GREATEST(v, v_top) WHERE k = 'removed_floor';
            DELETE FROM {p}removed WHERE at < {real} - 3600000000 AND change_seq <= v_top LIMIT 10000;
        END IF
