SELECT {real}, v FROM {p}meta WHERE k = 'token_floor'
