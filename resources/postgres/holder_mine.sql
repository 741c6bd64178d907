SELECT lockdesk_now(), true
