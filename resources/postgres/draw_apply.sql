SELECT * FROM lockdesk_draw_apply($1, $2)
