CREATE TABLE `account_addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`proved_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_addresses_by_user` ON `account_addresses` (`user_id`,`address`);--> statement-breakpoint
CREATE TABLE `certificate_consents` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`consent` text NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `consent_requests` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`certificate_id` text NOT NULL,
	`verifier_id` text NOT NULL,
	`purpose` text,
	`purpose_text` text,
	`token_hash` text NOT NULL,
	`asked_at` integer NOT NULL,
	`lapses_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`withdrawn_at` integer,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`verifier_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consent_requests_id_unique` ON `consent_requests` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `consent_requests_token_hash_unique` ON `consent_requests` (`token_hash`);--> statement-breakpoint
CREATE INDEX `consent_requests_by_verifier` ON `consent_requests` (`verifier_id`,`seq`);--> statement-breakpoint
CREATE INDEX `consent_requests_by_certificate` ON `consent_requests` (`certificate_id`,`verifier_id`,`seq`);--> statement-breakpoint
CREATE TABLE `holder_settings` (
	`email` text PRIMARY KEY NOT NULL,
	`consent` text DEFAULT 'open' NOT NULL,
	`look_up_mails` integer DEFAULT true NOT NULL,
	`new_look_ups` integer DEFAULT 0 NOT NULL,
	`new_payments` integer DEFAULT 0 NOT NULL,
	`mailed_at` integer DEFAULT 0 NOT NULL,
	`mail_due_at` integer
);
--> statement-breakpoint
CREATE INDEX `holder_settings_due` ON `holder_settings` (`mail_due_at`);--> statement-breakpoint
CREATE TABLE `pdf_timestamps` (
	`file` text PRIMARY KEY NOT NULL,
	`certificate_seq` integer NOT NULL,
	`due_at` integer,
	`tried_at` integer,
	`stamped_at` integer,
	FOREIGN KEY (`certificate_seq`) REFERENCES `certificates`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `pdf_timestamps_new` ON `pdf_timestamps` (`due_at`) WHERE "pdf_timestamps"."due_at" is not null and "pdf_timestamps"."tried_at" is null;--> statement-breakpoint
CREATE INDEX `pdf_timestamps_tried` ON `pdf_timestamps` (`due_at`) WHERE "pdf_timestamps"."due_at" is not null and "pdf_timestamps"."tried_at" is not null;--> statement-breakpoint
CREATE TABLE `closed_holder_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `closed_holder_sessions_by_expiry` ON `closed_holder_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `holder_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`unique_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `holder_links_by_expiry` ON `holder_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `correction_requests` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`certificate_id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`field` text NOT NULL,
	`right` text NOT NULL,
	`reason` text NOT NULL,
	`asked_at` integer NOT NULL,
	`decision` text,
	`decline_reason` text,
	`decided_at` integer,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `correction_requests_id_unique` ON `correction_requests` (`id`);--> statement-breakpoint
CREATE INDEX `correction_requests_by_certificate` ON `correction_requests` (`certificate_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `correction_requests_open` ON `correction_requests` (`certificate_id`) WHERE "correction_requests"."decision" is null;--> statement-breakpoint
CREATE INDEX `correction_requests_by_issuer` ON `correction_requests` (`issuer_id`,`decision`,`seq`);--> statement-breakpoint
CREATE TABLE `share_links` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`sealed_token` text NOT NULL,
	`allows_pdf` integer NOT NULL,
	`allows_search` integer NOT NULL,
	`end_date` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_token_hash_unique` ON `share_links` (`token_hash`);--> statement-breakpoint
CREATE TABLE `share_opens` (
	`certificate_id` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`certificate_id`, `day`),
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sharing_settings` (
	`issuer_id` text PRIMARY KEY NOT NULL,
	`is_allowed` integer NOT NULL,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `address` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `sealed_token` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `purpose` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `purpose_text` text;--> statement-breakpoint
CREATE INDEX `certificates_by_student_email` ON `certificates` (`student_email`,`seq`);--> statement-breakpoint
ALTER TABLE `issuer_keys` ADD `revoked_at` integer;--> statement-breakpoint
CREATE TABLE `authenticator_apps` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `login_challenges` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`form` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `login_challenges_by_user` ON `login_challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `login_challenges_by_expiry` ON `login_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `trusted_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`user_agent` text,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trusted_devices_by_user` ON `trusted_devices` (`user_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `trusted_devices_by_expiry` ON `trusted_devices` (`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `scopes` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `addresses` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `unused_mailed_at` integer;--> statement-breakpoint
CREATE INDEX `sessions_tokens_by_use` ON `sessions` (`last_used_at`) WHERE "sessions"."kind" = 'token' and "sessions"."unused_mailed_at" is null;