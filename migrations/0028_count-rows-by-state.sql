CREATE TABLE `row_counts` (
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`subject`, `state`)
);
--> statement-breakpoint
CREATE INDEX `login_failures_locked` ON `login_failures` (`locked_until`) WHERE "login_failures"."locked_until" is not null;--> statement-breakpoint
CREATE TRIGGER `payments_rows_added` AFTER INSERT ON `payments` BEGIN
	INSERT INTO row_counts (subject, state, count) VALUES ('payments', new.state, 1)
		ON CONFLICT (subject, state) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `payments_rows_changed` AFTER UPDATE OF state ON `payments` WHEN (old.state) IS NOT (new.state) BEGIN
	UPDATE row_counts SET count = count - 1 WHERE subject = 'payments' AND state = old.state;
	INSERT INTO row_counts (subject, state, count) VALUES ('payments', new.state, 1)
		ON CONFLICT (subject, state) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `payments_rows_removed` AFTER DELETE ON `payments` BEGIN
	UPDATE row_counts SET count = count - 1 WHERE subject = 'payments' AND state = old.state;
END;--> statement-breakpoint
CREATE TRIGGER `verifications_rows_added` AFTER INSERT ON `verifications` BEGIN
	INSERT INTO row_counts (subject, state, count) VALUES ('verifications', CASE WHEN new.paid_at IS NULL THEN 'unpaid' ELSE 'paid' END, 1)
		ON CONFLICT (subject, state) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `verifications_rows_changed` AFTER UPDATE OF paid_at ON `verifications` WHEN (CASE WHEN old.paid_at IS NULL THEN 'unpaid' ELSE 'paid' END) IS NOT (CASE WHEN new.paid_at IS NULL THEN 'unpaid' ELSE 'paid' END) BEGIN
	UPDATE row_counts SET count = count - 1 WHERE subject = 'verifications' AND state = CASE WHEN old.paid_at IS NULL THEN 'unpaid' ELSE 'paid' END;
	INSERT INTO row_counts (subject, state, count) VALUES ('verifications', CASE WHEN new.paid_at IS NULL THEN 'unpaid' ELSE 'paid' END, 1)
		ON CONFLICT (subject, state) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `verifications_rows_removed` AFTER DELETE ON `verifications` BEGIN
	UPDATE row_counts SET count = count - 1 WHERE subject = 'verifications' AND state = CASE WHEN old.paid_at IS NULL THEN 'unpaid' ELSE 'paid' END;
END;--> statement-breakpoint
CREATE TRIGGER `batches_rows_added` AFTER INSERT ON `batches` BEGIN
	INSERT INTO row_counts (subject, state, count) VALUES ('batches', new.status, 1)
		ON CONFLICT (subject, state) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `batches_rows_changed` AFTER UPDATE OF status ON `batches` WHEN (old.status) IS NOT (new.status) BEGIN
	UPDATE row_counts SET count = count - 1 WHERE subject = 'batches' AND state = old.status;
	INSERT INTO row_counts (subject, state, count) VALUES ('batches', new.status, 1)
		ON CONFLICT (subject, state) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `batches_rows_removed` AFTER DELETE ON `batches` BEGIN
	UPDATE row_counts SET count = count - 1 WHERE subject = 'batches' AND state = old.status;
END;--> statement-breakpoint
CREATE TRIGGER `outbox_rows_added` AFTER INSERT ON `outbox` BEGIN
	INSERT INTO row_counts (subject, state, count) VALUES ('mail ' || new.lane, CASE WHEN new.delivered_at IS NOT NULL THEN 'sent' WHEN new.failed_at IS NOT NULL THEN 'failed' WHEN new.attempts > 0 THEN 'retrying' ELSE 'waiting' END, 1)
		ON CONFLICT (subject, state) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `outbox_rows_changed` AFTER UPDATE OF attempts, delivered_at, failed_at ON `outbox` WHEN (CASE WHEN old.delivered_at IS NOT NULL THEN 'sent' WHEN old.failed_at IS NOT NULL THEN 'failed' WHEN old.attempts > 0 THEN 'retrying' ELSE 'waiting' END) IS NOT (CASE WHEN new.delivered_at IS NOT NULL THEN 'sent' WHEN new.failed_at IS NOT NULL THEN 'failed' WHEN new.attempts > 0 THEN 'retrying' ELSE 'waiting' END) BEGIN
	UPDATE row_counts SET count = count - 1 WHERE subject = 'mail ' || old.lane AND state = CASE WHEN old.delivered_at IS NOT NULL THEN 'sent' WHEN old.failed_at IS NOT NULL THEN 'failed' WHEN old.attempts > 0 THEN 'retrying' ELSE 'waiting' END;
	INSERT INTO row_counts (subject, state, count) VALUES ('mail ' || new.lane, CASE WHEN new.delivered_at IS NOT NULL THEN 'sent' WHEN new.failed_at IS NOT NULL THEN 'failed' WHEN new.attempts > 0 THEN 'retrying' ELSE 'waiting' END, 1)
		ON CONFLICT (subject, state) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `outbox_rows_removed` AFTER DELETE ON `outbox` BEGIN
	UPDATE row_counts SET count = count - 1 WHERE subject = 'mail ' || old.lane AND state = CASE WHEN old.delivered_at IS NOT NULL THEN 'sent' WHEN old.failed_at IS NOT NULL THEN 'failed' WHEN old.attempts > 0 THEN 'retrying' ELSE 'waiting' END;
END;--> statement-breakpoint
INSERT INTO row_counts (subject, state, count)
	SELECT 'payments', t.state, count(*) FROM payments t GROUP BY 1, 2
	UNION ALL
	SELECT 'verifications', CASE WHEN t.paid_at IS NULL THEN 'unpaid' ELSE 'paid' END, count(*) FROM verifications t GROUP BY 1, 2
	UNION ALL
	SELECT 'batches', t.status, count(*) FROM batches t GROUP BY 1, 2
	UNION ALL
	SELECT 'mail ' || t.lane, CASE WHEN t.delivered_at IS NOT NULL THEN 'sent' WHEN t.failed_at IS NOT NULL THEN 'failed' WHEN t.attempts > 0 THEN 'retrying' ELSE 'waiting' END, count(*) FROM outbox t GROUP BY 1, 2;
