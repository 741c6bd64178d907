JSON_OBJECT('name', CONVERT(name USING utf8mb4), 'owner', CONVERT(owner USING utf8mb4), 'token', token,
        'holds', holds, 'lease_us', lease_us, 'acquired_at', acquired_at, 'renewed_at', renewed_at,
        'expires_at', expires_at, 'cooling_until', cooling_until, 'released_at', released_at,
        'last_owner', CONVERT(last_owner USING utf8mb4), 'reason', reason, 'renewals', renewals)