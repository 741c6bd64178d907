JSON_OBJECT('id', CONVERT(id USING utf8mb4), 'kind', CONVERT(kind USING utf8mb4),
        'phase', CONVERT(phase USING utf8mb4), 'desired_state', CONVERT(desired_state USING utf8mb4),
        'payload', payload, 'owner', CONVERT(owner USING utf8mb4), 'token', token,
        'claim_id', CONVERT(claim_id USING utf8mb4), 'locked_at', locked_at, 'updated_at', updated_at,
        'created_at', created_at, 'claims', claims, 'takeovers', takeovers, 'failures', failures,
        'last_error', last_error)