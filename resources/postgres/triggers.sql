CREATE TRIGGER lockdesk_locks_removed AFTER DELETE ON lockdesk_locks
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION lockdesk_note_removed('lock');
CREATE TRIGGER lockdesk_tasks_removed AFTER DELETE ON lockdesk_tasks
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION lockdesk_note_removed('task');
CREATE TRIGGER lockdesk_outbox_removed AFTER DELETE ON lockdesk_outbox
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION lockdesk_note_removed('message');
CREATE TRIGGER lockdesk_workers_removed AFTER DELETE ON lockdesk_workers
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION lockdesk_note_removed('worker');
