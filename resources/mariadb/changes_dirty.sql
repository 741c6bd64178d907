SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
SELECT change_seq FROM {p}locks FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}tasks FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}outbox FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}workers FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}refusals FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}audit FORCE INDEX (changed) WHERE change_seq > {low}
UNION ALL SELECT change_seq FROM {p}removed FORCE INDEX (changed) WHERE change_seq > {low}{pending}
