DROP TABLE IF EXISTS {p}meta, {p}locks, {p}waiters, {p}fences, {p}refusals, {p}task_rules, {p}tasks, {p}outbox, {p}records,
    {p}draws, {p}draw_entries, {p}workers, {p}audit, {p}removed, {p}schedule, {p}sessions, {p}clock;
DROP SEQUENCE IF EXISTS {p}changes
