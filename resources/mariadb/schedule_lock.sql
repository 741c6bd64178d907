START TRANSACTION;
SELECT {now}, name FROM {p}schedule WHERE name = {name} FOR UPDATE SKIP LOCKED;
SELECT {now}, GET_LOCK({key}, 0)
