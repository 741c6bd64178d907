DROP TABLE IF EXISTS lockdesk_locks, lockdesk_waiters, lockdesk_fences, lockdesk_refusals, lockdesk_task_rules,
    lockdesk_tasks, lockdesk_outbox, lockdesk_records, lockdesk_draws, lockdesk_draw_entries, lockdesk_workers, lockdesk_audit,
    lockdesk_removed, lockdesk_schedule, lockdesk_session_locks, lockdesk_clock, lockdesk_meta;
DROP FUNCTION IF EXISTS lockdesk_acquire, lockdesk_renew, lockdesk_release, lockdesk_admit, lockdesk_lock_session,
    lockdesk_draw_apply, lockdesk_draw_consume, lockdesk_note_removed, lockdesk_backoff, lockdesk_add, lockdesk_stamp, lockdesk_now;
