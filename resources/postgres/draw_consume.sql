SELECT * FROM lockdesk_draw_consume($1, $2, $3)
