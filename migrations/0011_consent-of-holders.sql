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
ALTER TABLE `verifications` ADD `purpose` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `purpose_text` text;