SELECT {now}, name FROM {p}schedule WHERE name = {name} FOR UPDATE SKIP LOCKED;
SELECT {now}, CONNECTION_ID(), GET_LOCK({key}, 0)
