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
