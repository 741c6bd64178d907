SELECT * FROM lockdesk_admit($1, $2, $3)
