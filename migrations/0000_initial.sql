CREATE TABLE `idempotency_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`result_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `issuer_decisions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`decision` text NOT NULL,
	`decided_by` text,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `issuer_decisions_by_user` ON `issuer_decisions` (`user_id`,`seq`);--> statement-breakpoint
CREATE TABLE `login_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`since` integer NOT NULL,
	`locked_until` integer
);
--> statement-breakpoint
CREATE INDEX `login_failures_by_since` ON `login_failures` (`since`);--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_user` ON `one_time_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text,
	`user_agent` text,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`pending_unique_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`username` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`second_password_hash` text,
	`email_verified_at` integer,
	`google_sub` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_id_unique` ON `users` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_unique` ON `users` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_google_sub_unique` ON `users` (`google_sub`);--> statement-breakpoint
CREATE INDEX `users_by_role` ON `users` (`role`,`seq`);--> statement-breakpoint
CREATE TABLE `certificate_revocations` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`revoked_by` text NOT NULL,
	`revoked_at` integer NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`revoked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `certificates` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`unique_id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`issuer_name` text NOT NULL,
	`issuer_username` text NOT NULL,
	`student_name` text NOT NULL,
	`student_email` text NOT NULL,
	`course_name` text NOT NULL,
	`issue_date` text NOT NULL,
	`expiry_date` text,
	`layout_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_id_unique` ON `certificates` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_unique_id_unique` ON `certificates` (`unique_id`);--> statement-breakpoint
CREATE INDEX `certificates_by_issuer` ON `certificates` (`issuer_id`,`seq`);--> statement-breakpoint
CREATE TABLE `courses` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`category` text,
	`price_minor` integer,
	`thumbnail_id` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`thumbnail_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `courses_id_unique` ON `courses` (`id`);--> statement-breakpoint
CREATE INDEX `courses_by_owner` ON `courses` (`owner_id`,`seq`);--> statement-breakpoint
CREATE TABLE `enrolments` (
	`course_id` text NOT NULL,
	`user_id` text NOT NULL,
	`enrolled_at` integer NOT NULL,
	PRIMARY KEY(`course_id`, `user_id`),
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `enrolments_by_user` ON `enrolments` (`user_id`);--> statement-breakpoint
CREATE TABLE `lessons` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`module_id` text NOT NULL,
	`title` text NOT NULL,
	`duration` text NOT NULL,
	`duration_seconds` integer NOT NULL,
	`video_id` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`video_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lessons_id_unique` ON `lessons` (`id`);--> statement-breakpoint
CREATE INDEX `lessons_by_module` ON `lessons` (`module_id`,`position`);--> statement-breakpoint
CREATE INDEX `lessons_by_video` ON `lessons` (`video_id`);--> statement-breakpoint
CREATE TABLE `media` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`width` integer,
	`height` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_id_unique` ON `media` (`id`);--> statement-breakpoint
CREATE TABLE `modules` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`course_id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `modules_id_unique` ON `modules` (`id`);--> statement-breakpoint
CREATE INDEX `modules_by_course` ON `modules` (`course_id`,`position`);--> statement-breakpoint
CREATE TABLE `ratings` (
	`course_id` text NOT NULL,
	`user_id` text NOT NULL,
	`stars` integer NOT NULL,
	`rated_at` integer NOT NULL,
	PRIMARY KEY(`course_id`, `user_id`),
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "ratings_stars" CHECK("ratings"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`to_address` text NOT NULL,
	`to_name` text NOT NULL,
	`reply_to` text,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`delivered_at` integer,
	`failed_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_id_unique` ON `outbox` (`id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE "outbox"."next_attempt_at" is not null;--> statement-breakpoint
CREATE TABLE `support_messages` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`topic` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	`handled_by` text,
	`handled_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`handled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `support_messages_id_unique` ON `support_messages` (`id`);--> statement-breakpoint
CREATE INDEX `support_messages_by_handled` ON `support_messages` (`handled_at`,`seq`);--> statement-breakpoint
CREATE TABLE `payments` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`verification_id` text NOT NULL,
	`state` text NOT NULL,
	`receipt_number` integer,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`card_brand` text NOT NULL,
	`card_last4` text NOT NULL,
	`gateway` text NOT NULL,
	`gateway_reference` text,
	`decline_message` text,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`verification_id`) REFERENCES `verifications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_id_unique` ON `payments` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_receipt_number_unique` ON `payments` (`receipt_number`);--> statement-breakpoint
CREATE INDEX `payments_by_verification` ON `payments` (`verification_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_success` ON `payments` (`verification_id`) WHERE "payments"."state" = 'succeeded';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_intent` ON `payments` (`verification_id`) WHERE "payments"."state" = 'intent';--> statement-breakpoint
CREATE INDEX `payments_open_intents` ON `payments` (`state`) WHERE "payments"."state" = 'intent';--> statement-breakpoint
CREATE TABLE `verifications` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`verifier_id` text NOT NULL,
	`certificate_id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`looked_up_at` integer NOT NULL,
	`paid_at` integer,
	`payment_id` text,
	FOREIGN KEY (`verifier_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verifications_id_unique` ON `verifications` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `verifications_once` ON `verifications` (`verifier_id`,`certificate_id`);--> statement-breakpoint
CREATE INDEX `verifications_by_issuer` ON `verifications` (`issuer_id`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_by_verifier` ON `verifications` (`verifier_id`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_paid_by_certificate` ON `verifications` (`certificate_id`) WHERE "verifications"."paid_at" is not null;