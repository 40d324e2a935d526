DROP INDEX `outbox_due`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `lane` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`lane`,`next_attempt_at`,`to_address`) WHERE "outbox"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX `users_unverified` ON `users` (`created_at`) WHERE "users"."email_verified_at" is null;--> statement-breakpoint
CREATE INDEX `issuer_decisions_by_decider` ON `issuer_decisions` (`decided_by`);--> statement-breakpoint
CREATE INDEX `certificate_revocations_by_revoker` ON `certificate_revocations` (`revoked_by`);--> statement-breakpoint
CREATE INDEX `media_by_owner` ON `media` (`owner_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `ratings_by_user` ON `ratings` (`user_id`);--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`created_at`) WHERE "outbox"."next_attempt_at" is null;--> statement-breakpoint
CREATE INDEX `support_messages_by_user` ON `support_messages` (`user_id`);--> statement-breakpoint
CREATE INDEX `support_messages_by_handler` ON `support_messages` (`handled_by`);--> statement-breakpoint
CREATE TABLE `issuer_name_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`requested_at` integer NOT NULL,
	`decision` text,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `issuer_name_changes_id_unique` ON `issuer_name_changes` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `issuer_name_changes_waiting` ON `issuer_name_changes` (`user_id`) WHERE "issuer_name_changes"."decision" is null;--> statement-breakpoint
CREATE INDEX `issuer_name_changes_by_user` ON `issuer_name_changes` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `issuer_name_changes_by_decider` ON `issuer_name_changes` (`decided_by`);--> statement-breakpoint
ALTER TABLE `media` DROP COLUMN `sha256`;--> statement-breakpoint
CREATE TABLE `issuer_quotas` (
	`user_id` text PRIMARY KEY NOT NULL,
	`day` text DEFAULT '' NOT NULL,
	`issued` integer DEFAULT 0 NOT NULL,
	`per_day` integer,
	`set_by` text,
	`set_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `issuer_quotas_by_setter` ON `issuer_quotas` (`set_by`);--> statement-breakpoint
CREATE TABLE `course_unpublications` (
	`course_seq` integer PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`unpublished_by` text NOT NULL,
	`unpublished_at` integer NOT NULL,
	FOREIGN KEY (`course_seq`) REFERENCES `courses`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`unpublished_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `certificate_credentials` (
	`certificate_seq` integer PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`status_list` integer NOT NULL,
	`status_index` integer NOT NULL,
	FOREIGN KEY (`certificate_seq`) REFERENCES `certificates`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`status_list`) REFERENCES `status_lists`(`number`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_credentials_by_status` ON `certificate_credentials` (`status_list`,`status_index`);--> statement-breakpoint
CREATE TABLE `issuer_keys` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner` text NOT NULL,
	`version` integer NOT NULL,
	`multikey` text NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer
);--> statement-breakpoint
CREATE UNIQUE INDEX `issuer_keys_multikey_unique` ON `issuer_keys` (`multikey`);--> statement-breakpoint
CREATE UNIQUE INDEX `issuer_keys_by_owner` ON `issuer_keys` (`owner`,`version`);--> statement-breakpoint
CREATE TABLE `status_lists` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`issuer_id` text NOT NULL,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `status_lists_by_issuer` ON `status_lists` (`issuer_id`,`number`);--> statement-breakpoint
CREATE TABLE `installation` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `log_entries` (
	`seq` integer PRIMARY KEY NOT NULL,
	`entry` text NOT NULL,
	`type` text NOT NULL,
	`salt` blob,
	`subject` integer,
	`document` blob
);--> statement-breakpoint
CREATE INDEX `log_entries_by_subject` ON `log_entries` (`subject`,`type`);--> statement-breakpoint
CREATE TABLE `log_nodes` (
	`log` integer NOT NULL,
	`level` integer NOT NULL,
	`position` integer NOT NULL,
	`hash` blob NOT NULL,
	PRIMARY KEY(`log`, `level`, `position`)
) WITHOUT ROWID;--> statement-breakpoint
CREATE TABLE `logs` (
	`number` integer PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`verifier_key` text NOT NULL,
	`first_seq` integer NOT NULL,
	`size` integer NOT NULL,
	`checkpoint` text NOT NULL,
	`started_at` integer NOT NULL
);--> statement-breakpoint
CREATE UNIQUE INDEX `logs_origin_unique` ON `logs` (`origin`);--> statement-breakpoint
CREATE INDEX `course_unpublications_by_user` ON `course_unpublications` (`unpublished_by`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `certificate_seq` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `issuer_id` text;--> statement-breakpoint
CREATE INDEX `outbox_by_certificate` ON `outbox` (`certificate_seq`,`seq`) WHERE "outbox"."certificate_seq" is not null;--> statement-breakpoint
CREATE INDEX `outbox_troubled` ON `outbox` (`seq`) WHERE "outbox"."last_error" is not null;--> statement-breakpoint
CREATE INDEX `outbox_troubled_by_issuer` ON `outbox` (`issuer_id`,`seq`) WHERE "outbox"."last_error" is not null and "outbox"."issuer_id" is not null;--> statement-breakpoint
CREATE INDEX `verifications_by_certificate` ON `verifications` (`certificate_id`,`seq`);--> statement-breakpoint
CREATE TABLE `issuer_days` (
	`issuer_id` text NOT NULL,
	`day` text NOT NULL,
	`issued` integer DEFAULT 0 NOT NULL,
	`verified` integer DEFAULT 0 NOT NULL,
	`revoked` integer DEFAULT 0 NOT NULL,
	`expiring` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`issuer_id`, `day`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `certificate_revocations_latest` ON `certificate_revocations` (`issuer_id`,`revoked_at`);--> statement-breakpoint
CREATE INDEX `certificates_by_course` ON `certificates` (`issuer_id`,`course_name`,`seq`,`issue_date`);--> statement-breakpoint
CREATE INDEX `certificates_by_issue_date` ON `certificates` (`issuer_id`,`issue_date`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_latest_paid` ON `verifications` (`issuer_id`,`paid_at`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE TRIGGER `certificates_counted` AFTER INSERT ON `certificates` BEGIN
	INSERT INTO issuer_days (issuer_id, day, issued) VALUES (new.issuer_id, date(new.created_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET issued = issued + 1;
END;--> statement-breakpoint
CREATE TRIGGER `expiries_counted` AFTER INSERT ON `certificates` WHEN new.expiry_date IS NOT NULL BEGIN
	INSERT INTO issuer_days (issuer_id, day, expiring) VALUES (new.issuer_id, new.expiry_date, 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET expiring = expiring + 1;
END;--> statement-breakpoint
CREATE TRIGGER `revocations_counted` AFTER INSERT ON `certificate_revocations` BEGIN
	INSERT INTO issuer_days (issuer_id, day, revoked) VALUES (new.issuer_id, date(new.revoked_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET revoked = revoked + 1;
	UPDATE issuer_days SET expiring = expiring - 1 WHERE issuer_id = new.issuer_id
		AND day = (SELECT expiry_date FROM certificates WHERE seq = new.certificate_seq);
END;--> statement-breakpoint
CREATE TRIGGER `verifications_counted` AFTER UPDATE OF paid_at ON `verifications` WHEN old.paid_at IS NULL AND new.paid_at IS NOT NULL BEGIN
	INSERT INTO issuer_days (issuer_id, day, verified) VALUES (new.issuer_id, date(new.paid_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET verified = verified + 1;
END;--> statement-breakpoint
INSERT INTO issuer_days (issuer_id, day, issued, verified, revoked, expiring)
	SELECT issuer_id, day, sum(issued), sum(verified), sum(revoked), sum(expiring) FROM (
		SELECT issuer_id, date(created_at / 1000, 'unixepoch') AS day, 1 AS issued, 0 AS verified, 0 AS revoked, 0 AS expiring FROM certificates
		UNION ALL SELECT issuer_id, date(paid_at / 1000, 'unixepoch'), 0, 1, 0, 0 FROM verifications WHERE paid_at IS NOT NULL
		UNION ALL SELECT issuer_id, date(revoked_at / 1000, 'unixepoch'), 0, 0, 1, 0 FROM certificate_revocations
		UNION ALL SELECT issuer_id, expiry_date, 0, 0, 0, 1 FROM certificates
			WHERE expiry_date IS NOT NULL AND seq NOT IN (SELECT certificate_seq FROM certificate_revocations)
	) GROUP BY issuer_id, day;--> statement-breakpoint
CREATE TABLE `certificate_replacements` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`replacement_id` text NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replacement_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_replacements_replacement_id_unique` ON `certificate_replacements` (`replacement_id`);--> statement-breakpoint
CREATE TABLE `log_cosignatures` (
	`log` integer NOT NULL,
	`witness` text NOT NULL,
	`size` integer NOT NULL,
	`line` text NOT NULL,
	PRIMARY KEY(`log`, `witness`)
);--> statement-breakpoint
CREATE TABLE `certificate_reminders` (
	`certificate_seq` integer NOT NULL,
	`days_before` integer NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`certificate_seq`, `days_before`)
);--> statement-breakpoint
CREATE TABLE `expiry_summaries` (
	`issuer_id` text NOT NULL,
	`week` text NOT NULL,
	PRIMARY KEY(`issuer_id`, `week`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `reminder_progress` (
	`days_before` integer PRIMARY KEY NOT NULL,
	`expiry_date` text NOT NULL,
	`seq` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `reminder_settings` (
	`issuer_id` text PRIMARY KEY NOT NULL,
	`students` integer NOT NULL,
	`summary` integer NOT NULL,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `issuer_days_expiring` ON `issuer_days` (`day`,`issuer_id`) WHERE "issuer_days"."expiring" > 0;--> statement-breakpoint
CREATE TABLE `batch_rows` (
	`batch_seq` integer NOT NULL,
	`line` integer NOT NULL,
	`student_email` text NOT NULL,
	`student_name` text NOT NULL,
	`course_name` text NOT NULL,
	`issue_date` text NOT NULL,
	`expiry_date` text,
	`allow_duplicate` integer NOT NULL,
	`errors` text,
	`certificate_id` text,
	PRIMARY KEY(`batch_seq`, `line`),
	FOREIGN KEY (`batch_seq`) REFERENCES `batches`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `batch_rows_certificate_id_unique` ON `batch_rows` (`certificate_id`);--> statement-breakpoint
CREATE INDEX `batch_rows_waiting` ON `batch_rows` (`batch_seq`,`line`) WHERE "batch_rows"."certificate_id" is null and "batch_rows"."errors" is null;--> statement-breakpoint
CREATE TABLE `batches` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`file_name` text,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	`issued` integer DEFAULT 0 NOT NULL,
	`failed` integer NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `batches_id_unique` ON `batches` (`id`);--> statement-breakpoint
CREATE INDEX `batches_by_issuer` ON `batches` (`issuer_id`,`seq`);--> statement-breakpoint
CREATE INDEX `batches_issuing` ON `batches` (`seq`) WHERE "batches"."status" = 'issuing';--> statement-breakpoint
CREATE TABLE `design_defaults` (
	`issuer_id` text NOT NULL,
	`course_name` text NOT NULL,
	`design_seq` integer NOT NULL,
	PRIMARY KEY(`issuer_id`, `course_name`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`design_seq`) REFERENCES `designs`(`seq`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `design_defaults_by_design` ON `design_defaults` (`design_seq`);--> statement-breakpoint
CREATE TABLE `design_images` (
	`issuer_id` text NOT NULL,
	`hash` text NOT NULL,
	`bytes` blob NOT NULL,
	`draft_since` integer,
	PRIMARY KEY(`issuer_id`, `hash`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `design_images_unused` ON `design_images` (`draft_since`) WHERE "design_images"."draft_since" is not null;--> statement-breakpoint
CREATE TABLE `design_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`design_seq` integer NOT NULL,
	`number` integer NOT NULL,
	`design` text NOT NULL,
	`expires_after` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`design_seq`) REFERENCES `designs`(`seq`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `design_versions_by_design` ON `design_versions` (`design_seq`,`number`);--> statement-breakpoint
CREATE TABLE `designs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `designs_id_unique` ON `designs` (`id`);--> statement-breakpoint
CREATE INDEX `designs_by_issuer` ON `designs` (`issuer_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `designs_in_use_by_name` ON `designs` (`issuer_id`,`name`) WHERE "designs"."retired_at" is null;--> statement-breakpoint
ALTER TABLE `batch_rows` ADD `design_version_id` integer REFERENCES design_versions(id);--> statement-breakpoint
ALTER TABLE `certificates` ADD `design_version_id` integer REFERENCES design_versions(id);--> statement-breakpoint
ALTER TABLE `certificates` ADD `design_seq` integer REFERENCES designs(seq);--> statement-breakpoint
CREATE INDEX `certificates_by_design` ON `certificates` (`design_seq`,`seq`,`course_name`,`issue_date`) WHERE "certificates"."design_seq" is not null;--> statement-breakpoint
CREATE TABLE `certificate_renewals` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`renewal_id` text NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`renewal_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_renewals_renewal_id_unique` ON `certificate_renewals` (`renewal_id`);--> statement-breakpoint
CREATE TRIGGER `renewals_counted` AFTER INSERT ON `certificate_renewals` BEGIN
	UPDATE issuer_days SET expiring = expiring - 1 WHERE (issuer_id, day) =
		(SELECT issuer_id, expiry_date FROM certificates WHERE id = new.certificate_id);
END;--> statement-breakpoint
DROP TRIGGER `revocations_counted`;--> statement-breakpoint
CREATE TRIGGER `revocations_counted` AFTER INSERT ON `certificate_revocations` BEGIN
	INSERT INTO issuer_days (issuer_id, day, revoked) VALUES (new.issuer_id, date(new.revoked_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET revoked = revoked + 1;
	UPDATE issuer_days SET expiring = expiring - 1 WHERE issuer_id = new.issuer_id
		AND day = (SELECT expiry_date FROM certificates WHERE seq = new.certificate_seq)
		AND NOT EXISTS (SELECT 1 FROM certificate_renewals WHERE certificate_id = new.certificate_id);
END;--> statement-breakpoint
DROP TRIGGER `verifications_counted`;--> statement-breakpoint
CREATE TABLE `operator_alerts` (
	`topic` text PRIMARY KEY NOT NULL,
	`message` text NOT NULL,
	`raised_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `gateway_events` (
	`id` text PRIMARY KEY NOT NULL,
	`received_at` integer NOT NULL
);--> statement-breakpoint
CREATE INDEX `gateway_events_by_time` ON `gateway_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` text NOT NULL,
	`state` text NOT NULL,
	`detail` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE INDEX `refunds_by_time` ON `refunds` (`requested_at`);--> statement-breakpoint
CREATE INDEX `payments_by_creation` ON `payments` (`created_at`,`seq`);--> statement-breakpoint
CREATE INDEX `refunds_by_requester` ON `refunds` (`requested_by`) WHERE "refunds"."requested_by" is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `course_id` text REFERENCES courses(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `payments` ADD `course_title` text;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_success_for_course` ON `payments` (`course_id`,`payer_id`) WHERE "payments"."state" = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_for_course` ON `payments` (`course_id`,`payer_id`) WHERE "payments"."state" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX `payments_by_course` ON `payments` (`course_id`,`seq`);--> statement-breakpoint
CREATE TABLE `row_counts` (
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`subject`, `state`)
);--> statement-breakpoint
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
	SELECT 'mail ' || t.lane, CASE WHEN t.delivered_at IS NOT NULL THEN 'sent' WHEN t.failed_at IS NOT NULL THEN 'failed' WHEN t.attempts > 0 THEN 'retrying' ELSE 'waiting' END, count(*) FROM outbox t GROUP BY 1, 2;--> statement-breakpoint
CREATE TABLE `payment_days` (
	`day` text PRIMARY KEY NOT NULL,
	`received_minor` integer DEFAULT 0 NOT NULL,
	`refunded_minor` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE INDEX `payments_by_state` ON `payments` (`state`,`created_at`,`seq`);--> statement-breakpoint
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
	) GROUP BY day;--> statement-breakpoint
CREATE TABLE `document_numbers` (
	`series` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `receipts` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`tax_rate` integer,
	`facts` text NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_number_unique` ON `receipts` (`number`);--> statement-breakpoint
CREATE TABLE `seller_details` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`address` text,
	`tax_id` text,
	`tax_rate` integer,
	`set_by` text NOT NULL,
	`set_at` integer NOT NULL,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `seller_details_by_setter` ON `seller_details` (`set_by`);--> statement-breakpoint
ALTER TABLE `users` ADD `company` text;--> statement-breakpoint
ALTER TABLE `users` ADD `tax_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `buyer_company` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `buyer_tax_id` text;--> statement-breakpoint
INSERT INTO `document_numbers` (`series`, `last`)
	SELECT 'receipt', max(`receipt_number`) FROM `payments` HAVING max(`receipt_number`) IS NOT NULL;--> statement-breakpoint
INSERT INTO `receipts` (`payment_id`, `number`, `issued_at`, `facts`)
	SELECT p.`id`, p.`receipt_number`, coalesce(p.`settled_at`, p.`created_at`),
		json_object(
			'seller', null,
			'buyer', json_object('name', u.`name`, 'email', u.`email`, 'company', null, 'taxId', null),
			'lines', json_array(
				json_array('For', 'Verification of one certificate'),
				json_array('Certificate ID', substr(c.`unique_id`, 1, 4) || '-' || substr(c.`unique_id`, 5, 4) || '-' || substr(c.`unique_id`, 9, 4) || '-' || substr(c.`unique_id`, 13)),
				json_array('Course', c.`course_name`),
				json_array('Issued to', c.`student_name`),
				json_array('Issued by', c.`issuer_name`)))
	FROM `payments` p
	JOIN `users` u ON u.`id` = p.`payer_id`
	JOIN `verifications` v ON v.`id` = p.`verification_id`
	JOIN `certificates` c ON c.`id` = v.`certificate_id`
	WHERE p.`receipt_number` IS NOT NULL ORDER BY p.`receipt_number`;--> statement-breakpoint
ALTER TABLE `courses` ADD `first_lesson_free` integer DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX `certificates_expiring_by_issuer`;--> statement-breakpoint
DROP INDEX `certificates_expiring`;--> statement-breakpoint
CREATE INDEX `certificates_by_expiry` ON `certificates` (`expiry_date`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_by_issuer_and_expiry` ON `certificates` (`issuer_id`,`expiry_date`,`seq`);--> statement-breakpoint
DROP INDEX `verifications_by_issuer`;--> statement-breakpoint
DROP INDEX `verifications_by_verifier`;--> statement-breakpoint
DROP INDEX `verifications_paid`;--> statement-breakpoint
DROP INDEX `verifications_unpaid`;--> statement-breakpoint
DROP INDEX `verifications_paid_by_issuer`;--> statement-breakpoint
DROP INDEX `verifications_unpaid_by_issuer`;--> statement-breakpoint
DROP INDEX `verifications_paid_by_verifier`;--> statement-breakpoint
DROP INDEX `verifications_unpaid_by_verifier`;--> statement-breakpoint
ALTER TABLE `verifications` ADD `course_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `verifications` SET `course_name` = (SELECT c.course_name FROM certificates c WHERE c.id = verifications.certificate_id);--> statement-breakpoint
CREATE INDEX `verifications_by_time` ON `verifications` (`looked_up_at`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_by_issuer_and_course` ON `verifications` (`issuer_id`,`course_name`,`looked_up_at`,`seq`,`paid_at`);--> statement-breakpoint
CREATE INDEX `verifications_by_verifier_and_course` ON `verifications` (`verifier_id`,`course_name`,`looked_up_at`,`seq`,`paid_at`);--> statement-breakpoint
CREATE INDEX `verifications_by_course` ON `verifications` (`course_name`,`looked_up_at`,`seq`,`paid_at`);--> statement-breakpoint
CREATE INDEX `verifications_paid_students` ON `verifications` (`verifier_id`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_by_issuer` ON `verifications` (`issuer_id`,`looked_up_at`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_by_verifier` ON `verifications` (`verifier_id`,`looked_up_at`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_paid` ON `verifications` (`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid` ON `verifications` (`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `verifications_paid_by_issuer` ON `verifications` (`issuer_id`,`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid_by_issuer` ON `verifications` (`issuer_id`,`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `verifications_paid_by_verifier` ON `verifications` (`verifier_id`,`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid_by_verifier` ON `verifications` (`verifier_id`,`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `certificates_by_course_and_date` ON `certificates` (`issuer_id`,`course_name`,`issue_date`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_of_course` ON `certificates` (`course_name`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_of_issue_date` ON `certificates` (`issue_date`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_of_course_and_date` ON `certificates` (`course_name`,`issue_date`,`seq`);--> statement-breakpoint
ALTER TABLE `batches` ADD `design_id` text;--> statement-breakpoint
ALTER TABLE `batches` ADD `design_versions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `batches` SET `design_versions` = (SELECT json_group_array(DISTINCT r.design_version_id) FROM batch_rows r WHERE r.batch_seq = batches.seq AND r.errors IS NULL);--> statement-breakpoint
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
);--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE TABLE `coupon_uses` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`coupon_id` text NOT NULL,
	`user_id` text NOT NULL,
	`course_id` text,
	`payment_id` text,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_uses_payment_id_unique` ON `coupon_uses` (`payment_id`);--> statement-breakpoint
CREATE INDEX `coupon_uses_by_coupon` ON `coupon_uses` (`coupon_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `coupon_uses_by_user` ON `coupon_uses` (`user_id`);--> statement-breakpoint
CREATE INDEX `coupon_uses_by_course` ON `coupon_uses` (`course_id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` text NOT NULL,
	`code` text NOT NULL,
	`percent` integer,
	`amount_minor` integer,
	`for_all_courses` integer NOT NULL,
	`course_id` text,
	`valid_from` text,
	`valid_until` text,
	`max_uses` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "coupons_discount" CHECK(("coupons"."percent" is null) <> ("coupons"."amount_minor" is null))
);--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_id_unique` ON `coupons` (`id`);--> statement-breakpoint
CREATE INDEX `coupons_by_owner` ON `coupons` (`owner_id`,`seq`);--> statement-breakpoint
CREATE INDEX `coupons_by_code` ON `coupons` (`owner_id`,`code`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_one_code` ON `coupons` (`owner_id`,`code`) WHERE "coupons"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `coupons_by_course` ON `coupons` (`course_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_success` ON `payments` (`verification_id`) WHERE "payments"."state" = 'paid';--> statement-breakpoint
ALTER TABLE `coupons` ADD `uses` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `attempt_key` text;--> statement-breakpoint
UPDATE `coupons` SET `uses` = (
	SELECT count(*) FROM coupon_uses u LEFT JOIN payments p ON p.id = u.payment_id
	WHERE u.coupon_id = coupons.id AND (u.payment_id IS NULL OR p.state IN ('created', 'pending', 'paid', 'disputed')));--> statement-breakpoint
CREATE TRIGGER `coupon_uses_taken` AFTER INSERT ON `coupon_uses`
WHEN new.payment_id IS NULL OR (SELECT state FROM payments WHERE id = new.payment_id) IN ('created', 'pending', 'paid', 'disputed') BEGIN
	UPDATE coupons SET uses = uses + 1 WHERE id = new.coupon_id;
END;--> statement-breakpoint
CREATE TRIGGER `coupon_uses_of_payments` AFTER UPDATE OF state ON `payments`
WHEN (old.state IN ('created', 'pending', 'paid', 'disputed')) <> (new.state IN ('created', 'pending', 'paid', 'disputed')) BEGIN
	UPDATE coupons SET uses = uses + iif(new.state IN ('created', 'pending', 'paid', 'disputed'), 1, -1)
	WHERE id = (SELECT coupon_id FROM coupon_uses WHERE payment_id = new.id);
END;--> statement-breakpoint
CREATE TABLE `published_checkpoints` (
	`log` integer PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`note` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `credit_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`currency` text NOT NULL,
	`limit_minor` integer NOT NULL,
	`owed_minor` integer DEFAULT 0 NOT NULL,
	`stated_seq` integer DEFAULT 0 NOT NULL,
	`set_by` text NOT NULL,
	`set_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_limit_is_no_debt" CHECK("credit_accounts"."limit_minor" >= 0)
);--> statement-breakpoint
CREATE INDEX `credit_accounts_by_setter` ON `credit_accounts` (`set_by`);--> statement-breakpoint
CREATE TABLE `credit_entries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer DEFAULT 0 NOT NULL,
	`tax_minor` integer DEFAULT 0 NOT NULL,
	`limit_minor` integer NOT NULL,
	`owed_minor` integer NOT NULL,
	`payment_id` text,
	`statement_id` text,
	`title` text,
	`by` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `credit_accounts`(`user_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`statement_id`) REFERENCES `credit_statements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `credit_entries_by_account` ON `credit_entries` (`user_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_entries_once` ON `credit_entries` (`payment_id`,`kind`) WHERE "credit_entries"."payment_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `credit_entries_one_settlement` ON `credit_entries` (`statement_id`) WHERE "credit_entries"."statement_id" is not null;--> statement-breakpoint
CREATE INDEX `credit_entries_by_person` ON `credit_entries` (`by`) WHERE "credit_entries"."by" is not null;--> statement-breakpoint
CREATE TABLE `credit_statements` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`user_id` text NOT NULL,
	`month` text NOT NULL,
	`issued_at` integer NOT NULL,
	`after_seq` integer NOT NULL,
	`through_seq` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`facts` text NOT NULL,
	`settled_at` integer,
	`settled_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `credit_accounts`(`user_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_statements_number_unique` ON `credit_statements` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_statements_one_a_month` ON `credit_statements` (`user_id`,`month`);--> statement-breakpoint
CREATE INDEX `credit_statements_by_account` ON `credit_statements` (`user_id`,`number`);--> statement-breakpoint
CREATE INDEX `credit_statements_by_settler` ON `credit_statements` (`settled_by`) WHERE "credit_statements"."settled_by" is not null;--> statement-breakpoint
CREATE TABLE `signing_certificates` (
	`hash` text PRIMARY KEY NOT NULL,
	`first_used_at` integer NOT NULL
);--> statement-breakpoint
ALTER TABLE `sessions` ADD `looked_up_at` integer;--> statement-breakpoint
CREATE TABLE `media_files` (
	`media_id` text NOT NULL,
	`name` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`media_id`, `name`),
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
ALTER TABLE `course_unpublications` ADD `removed_at` integer;--> statement-breakpoint
ALTER TABLE `course_unpublications` ADD `buyers` text DEFAULT 'keep' NOT NULL;--> statement-breakpoint
CREATE TABLE `unrevoked_certificates` (
	`issuer_id` text NOT NULL,
	`student_email` text NOT NULL,
	`course_name` text NOT NULL,
	`student_name` text NOT NULL,
	`expires_on` text NOT NULL,
	`certificate_seq` integer NOT NULL,
	PRIMARY KEY(`issuer_id`, `student_email`, `course_name`, `student_name`, `expires_on`, `certificate_seq`)
) WITHOUT ROWID;--> statement-breakpoint
CREATE TABLE `verification_follow_ups` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`certificate_id` text,
	`after_seq` integer DEFAULT 0 NOT NULL,
	`payment_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `verification_follow_ups_certificate_id_unique` ON `verification_follow_ups` (`certificate_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `verification_follow_ups_payment_id_unique` ON `verification_follow_ups` (`payment_id`);--> statement-breakpoint
CREATE INDEX `verification_follow_ups_due` ON `verification_follow_ups` (`next_attempt_at`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_by_payment` ON `verifications` (`payment_id`) WHERE "verifications"."payment_id" is not null;--> statement-breakpoint
INSERT INTO unrevoked_certificates (issuer_id, student_email, course_name, student_name, expires_on, certificate_seq)
	SELECT issuer_id, student_email, course_name, student_name, coalesce(expiry_date, '9999-12-31'), seq FROM certificates
	WHERE id NOT IN (SELECT certificate_id FROM certificate_revocations)
	ORDER BY issuer_id, student_email, course_name, student_name;--> statement-breakpoint
CREATE TRIGGER `certificates_unrevoked` AFTER INSERT ON `certificates` BEGIN
	INSERT INTO unrevoked_certificates (issuer_id, student_email, course_name, student_name, expires_on, certificate_seq)
		VALUES (new.issuer_id, new.student_email, new.course_name, new.student_name, coalesce(new.expiry_date, '9999-12-31'), new.seq);
END;--> statement-breakpoint
CREATE TRIGGER `revocations_unrevoked` AFTER INSERT ON `certificate_revocations` BEGIN
	DELETE FROM unrevoked_certificates WHERE (issuer_id, student_email, course_name, student_name, expires_on, certificate_seq) =
		(SELECT issuer_id, student_email, course_name, student_name, coalesce(expiry_date, '9999-12-31'), seq FROM certificates WHERE seq = new.certificate_seq);
END;--> statement-breakpoint
CREATE TABLE `issuer_name_skeletons` (
	`skeleton` text NOT NULL,
	`user_seq` integer NOT NULL,
	PRIMARY KEY(`skeleton`, `user_seq`),
	FOREIGN KEY (`user_seq`) REFERENCES `users`(`seq`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `issuer_name_skeletons_by_user` ON `issuer_name_skeletons` (`user_seq`);
