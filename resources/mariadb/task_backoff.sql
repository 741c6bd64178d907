(CASE WHEN {policy} = 'exponential'
                    THEN CAST(TRUNCATE(LEAST(GREATEST(v_now - updated_at, 100000), {timeout}) * {jitter}, 0) AS SIGNED)
                    WHEN GREATEST(v_now - updated_at, 0) DIV 1000 > 120000 THEN {timeout}
                    ELSE (GREATEST(v_now - updated_at, 0) DIV 1000 + 9) DIV 10 * 1000 END)
