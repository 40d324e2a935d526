DROP TRIGGER `verifications_counted`;--> statement-breakpoint
CREATE TABLE `gateway_events` (
	`id` text PRIMARY KEY NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `gateway_events_by_time` ON `gateway_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` text NOT NULL,
	`state` text NOT NULL,
	`detail` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payment_events_by_payment` ON `payment_events` (`payment_id`,`seq`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`requested_by` text,
	`requested_at` integer NOT NULL,
	`completed_at` integer,
	`next_attempt_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`next_attempt_at`) WHERE "refunds"."completed_at" is null;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_payments` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`payer_id` text NOT NULL,
	`verification_id` text,
	`state` text NOT NULL,
	`receipt_number` integer,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`card_brand` text,
	`card_last4` text,
	`gateway` text NOT NULL,
	`checkout_reference` text,
	`checkout_url` text,
	`gateway_reference` text,
	`decline_message` text,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	`checked_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`payer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`verification_id`) REFERENCES `verifications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_payments`("seq", "id", "payer_id", "verification_id", "state", "receipt_number", "amount_minor", "currency", "card_brand", "card_last4", "gateway", "gateway_reference", "decline_message", "created_at", "settled_at")
	SELECT p."seq", p."id", v."verifier_id", p."verification_id",
		CASE p."state" WHEN 'intent' THEN 'created' WHEN 'succeeded' THEN 'paid' WHEN 'declined' THEN 'failed' ELSE 'expired' END,
		p."receipt_number", p."amount_minor", p."currency", p."card_brand", p."card_last4", p."gateway", p."gateway_reference", p."decline_message", p."created_at", p."settled_at"
	FROM `payments` p JOIN `verifications` v ON v.id = p.verification_id;--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
ALTER TABLE `__new_payments` RENAME TO `payments`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_id_unique` ON `payments` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_receipt_number_unique` ON `payments` (`receipt_number`);--> statement-breakpoint
CREATE INDEX `payments_by_verification` ON `payments` (`verification_id`,`seq`);--> statement-breakpoint
CREATE INDEX `payments_by_payer` ON `payments` (`payer_id`,`seq`);--> statement-breakpoint
CREATE INDEX `payments_by_gateway_reference` ON `payments` (`gateway_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_success` ON `payments` (`verification_id`) WHERE "payments"."state" in ('paid', 'disputed');--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open` ON `payments` (`verification_id`) WHERE "payments"."state" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`checked_at`) WHERE "payments"."state" in ('created', 'pending');--> statement-breakpoint
ALTER TABLE `sandbox_charges` ADD `refunded_at` integer;--> statement-breakpoint
INSERT INTO `payment_events` (`payment_id`, `state`, `at`) SELECT `id`, 'created', `created_at` FROM `payments` ORDER BY `seq`;--> statement-breakpoint
INSERT INTO `payment_events` (`payment_id`, `state`, `detail`, `at`)
	SELECT `id`, `state`, `decline_message`, coalesce(`settled_at`, `created_at`) FROM `payments` WHERE `state` <> 'created' ORDER BY `seq`;--> statement-breakpoint
CREATE TRIGGER `verifications_uncounted` AFTER UPDATE OF paid_at ON `verifications` WHEN old.paid_at IS NOT NULL AND new.paid_at IS NULL
	AND EXISTS (SELECT 1 FROM payments WHERE id = old.payment_id AND verification_id = old.id) BEGIN
	UPDATE issuer_days SET verified = max(0, verified - 1) WHERE issuer_id = old.issuer_id AND day = date(old.paid_at / 1000, 'unixepoch');
END;--> statement-breakpoint
CREATE TRIGGER `verifications_counted` AFTER UPDATE OF paid_at ON `verifications` WHEN old.paid_at IS NULL AND new.paid_at IS NOT NULL
	AND coalesce((SELECT verification_id FROM payments WHERE id = new.payment_id), new.id) = new.id BEGIN
	INSERT INTO issuer_days (issuer_id, day, verified) VALUES (new.issuer_id, date(new.paid_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET verified = verified + 1;
END;
