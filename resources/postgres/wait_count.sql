SELECT lockdesk_stamp(), count(*) FROM lockdesk_waiters w WHERE w.name = $1 AND w.until > lockdesk_stamp()
