SELECT v, DATABASE(), CURRENT_USER(), CONNECTION_ID() FROM {p}meta WHERE k = 'schema_version'
