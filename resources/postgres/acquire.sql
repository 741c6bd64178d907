SELECT * FROM lockdesk_acquire($1, $2, $3, $4)
