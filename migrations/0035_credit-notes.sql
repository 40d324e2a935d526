CREATE TABLE `credit_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`payment_id` text NOT NULL,
	`issued_at` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`cause` text NOT NULL,
	`reason` text NOT NULL,
	`seller` text,
	FOREIGN KEY (`payment_id`) REFERENCES `receipts`(`payment_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_number_unique` ON `credit_notes` (`number`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_payment` ON `credit_notes` (`payment_id`,`number`);--> statement-breakpoint
INSERT INTO `credit_notes` (`id`, `number`, `payment_id`, `issued_at`, `amount_minor`, `tax_minor`, `cause`, `reason`, `seller`)
	SELECT lower(hex(randomblob(16))), row_number() OVER (ORDER BY r.`requested_at`, r.`payment_id`), r.`payment_id`, r.`requested_at`, p.`amount_minor`,
		coalesce((2 * p.`amount_minor` * c.`tax_rate` + 10000 + c.`tax_rate`) / (2 * (10000 + c.`tax_rate`)), 0), 'refund', r.`reason`, json_extract(c.`facts`, '$.seller')
	FROM `refunds` r JOIN `payments` p ON p.`id` = r.`payment_id` JOIN `receipts` c ON c.`payment_id` = r.`payment_id`;--> statement-breakpoint
INSERT INTO `document_numbers` (`series`, `last`)
	SELECT 'credit-note', max(`number`) FROM `credit_notes` HAVING max(`number`) IS NOT NULL;--> statement-breakpoint
DROP TRIGGER `payments_refunded`;--> statement-breakpoint
CREATE TRIGGER `credit_notes_counted` AFTER INSERT ON `credit_notes` BEGIN
	INSERT INTO payment_days (day, refunded_minor) VALUES (date(new.issued_at / 1000, 'unixepoch'), new.amount_minor)
		ON CONFLICT (day) DO UPDATE SET refunded_minor = refunded_minor + excluded.refunded_minor;
END;
