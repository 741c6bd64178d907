
UNION ALL SELECT change_seq FROM {p}outbox WHERE state = 'pending' AND change_seq <= {low}
