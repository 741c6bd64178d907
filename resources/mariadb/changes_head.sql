SELECT {now}, {real}, (SELECT v FROM {p}meta WHERE k = 'incarnation'), (SELECT v FROM {p}meta WHERE k = 'removed_floor')
