SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
SELECT GREATEST(IFNULL((SELECT MAX(change_seq) FROM {p}locks), 0), IFNULL((SELECT MAX(change_seq) FROM {p}tasks), 0),
                IFNULL((SELECT MAX(change_seq) FROM {p}outbox), 0), IFNULL((SELECT MAX(change_seq) FROM {p}workers), 0),
                IFNULL((SELECT MAX(change_seq) FROM {p}refusals), 0), IFNULL((SELECT MAX(change_seq) FROM {p}audit), 0),
                IFNULL((SELECT MAX(change_seq) FROM {p}removed), 0))
