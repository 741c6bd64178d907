SELECT {real}, (SELECT v FROM {p}meta WHERE k = 'schema_version')
