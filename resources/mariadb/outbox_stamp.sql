UPDATE {p}outbox SET change_seq = NEXT VALUE FOR {p}changes WHERE id = {id}
