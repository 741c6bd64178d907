SELECT * FROM lockdesk_renew($1, $2, $3, $4)
