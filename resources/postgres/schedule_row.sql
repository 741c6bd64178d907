INSERT INTO lockdesk_schedule (name) VALUES ($1) ON CONFLICT (name) DO NOTHING
