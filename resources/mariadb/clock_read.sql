SELECT {now}, {real}, (SELECT rate FROM {p}clock LIMIT 1)
