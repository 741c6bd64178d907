DELETE FROM {p}sessions WHERE name = {name} AND kind = 'named' AND connection = CONNECTION_ID();
SELECT {now}, RELEASE_LOCK({key})
