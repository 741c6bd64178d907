SELECT * FROM lockdesk_lock_session($1, $2, $3)
