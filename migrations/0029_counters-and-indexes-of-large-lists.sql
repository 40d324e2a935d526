CREATE TABLE `payment_days` (
	`day` text PRIMARY KEY NOT NULL,
	`received_minor` integer DEFAULT 0 NOT NULL,
	`refunded_minor` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX `payments_income`;--> statement-breakpoint
DROP INDEX `payments_by_state`;--> statement-breakpoint
CREATE INDEX `payments_by_state` ON `payments` (`state`,`created_at`,`seq`);--> statement-breakpoint
DROP INDEX `batches_not_started`;--> statement-breakpoint
CREATE INDEX `batches_not_started` ON `batches` (`created_at`) WHERE "batches"."status" in ('checking', 'ready');--> statement-breakpoint
ALTER TABLE `verifications` ADD `student_email` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `verifications` SET `student_email` = (SELECT `student_email` FROM `certificates` WHERE `id` = `certificate_id`);--> statement-breakpoint
CREATE INDEX `verifications_paid_by_student` ON `verifications` (`verifier_id`,`student_email`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE TRIGGER `payments_received` AFTER UPDATE OF receipt_number ON `payments` WHEN old.receipt_number IS NULL AND new.receipt_number IS NOT NULL BEGIN
	INSERT INTO payment_days (day, received_minor) VALUES (date(new.settled_at / 1000, 'unixepoch'), new.amount_minor)
		ON CONFLICT (day) DO UPDATE SET received_minor = received_minor + excluded.received_minor;
END;--> statement-breakpoint
CREATE TRIGGER `payments_refunded` AFTER INSERT ON `refunds` WHEN (SELECT receipt_number FROM payments WHERE id = new.payment_id) IS NOT NULL BEGIN
	INSERT INTO payment_days (day, refunded_minor)
		SELECT date(new.requested_at / 1000, 'unixepoch'), amount_minor FROM payments WHERE id = new.payment_id
		ON CONFLICT (day) DO UPDATE SET refunded_minor = refunded_minor + excluded.refunded_minor;
END;--> statement-breakpoint
INSERT INTO payment_days (day, received_minor, refunded_minor)
	SELECT day, sum(received), sum(refunded) FROM (
		SELECT date(settled_at / 1000, 'unixepoch') AS day, amount_minor AS received, 0 AS refunded FROM payments WHERE receipt_number IS NOT NULL
		UNION ALL SELECT date(r.requested_at / 1000, 'unixepoch'), 0, p.amount_minor FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.receipt_number IS NOT NULL
	) GROUP BY day;
