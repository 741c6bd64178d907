-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: login_lock
SELECT pg_advisory_xact_lock(hashtext('lockdesk sql'), hashtext({sandbox}))

-- name: login_find
SELECT r.value, p.value FROM {schema}.lockdesk_meta r
JOIN {schema}.lockdesk_meta p ON p.key = 'sql_password' WHERE r.key = 'sql_role'

-- name: login_create
CREATE ROLE {role} LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD {password};
GRANT {role} TO CURRENT_USER;
GRANT USAGE, CREATE ON SCHEMA {schema} TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role};
REVOKE ALL ON {schema}.lockdesk_meta FROM {role};
REVOKE INSERT, UPDATE, DELETE ON {schema}.lockdesk_clock FROM {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role};
INSERT INTO {schema}.lockdesk_meta (key, value) VALUES ('sql_role', '{role}'), ('sql_password', {password})

-- name: login_beyond
SELECT coalesce(
  (SELECT 'the server took the login of ' || session_user WHERE current_user <> '{role}' OR session_user <> '{role}'),
  (SELECT 'the search path is another one' WHERE current_schemas(false) <> ARRAY['{schema}']::name[]),
  (SELECT 'its role has rights of others' FROM pg_roles r
   WHERE r.rolname = current_user AND (r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls
     OR EXISTS (SELECT 1 FROM pg_auth_members m WHERE m.member = r.oid))),
  (SELECT 'everybody may create tables in the schema ' || n.nspname FROM pg_namespace n
   WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', '{schema}') AND n.nspname !~ '^pg_'
     AND has_schema_privilege(n.oid, 'USAGE') AND has_schema_privilege(n.oid, 'CREATE') LIMIT 1),
  (SELECT 'everybody may use the table ' || n.nspname || '.' || c.relname
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
     AND n.nspname NOT IN ('pg_catalog', 'information_schema', '{schema}') AND n.nspname !~ '^pg_'
     AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
     AND NOT EXISTS (SELECT 1 FROM pg_depend d
                     WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') LIMIT 1),
  (SELECT 'everybody may call the function ' || n.nspname || '.' || p.proname || ', which has its owner''s rights'
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema', '{schema}') AND n.nspname !~ '^pg_'
     AND has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE') LIMIT 1),
  '')

-- name: login_role
SELECT m.value FROM {schema}.lockdesk_meta m JOIN pg_roles r ON r.rolname = m.value WHERE m.key = 'sql_role'

-- name: login_drop
DROP OWNED BY {role}; DROP ROLE {role}
