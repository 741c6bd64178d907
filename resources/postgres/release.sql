SELECT * FROM lockdesk_release($1, $2, $3, $4)
