CREATE TABLE `account_deletions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_deletions_due` ON `account_deletions` (`due_at`);--> statement-breakpoint
CREATE TABLE `data_exports` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`requested_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`bytes` integer,
	`expires_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `data_exports_id_unique` ON `data_exports` (`id`);--> statement-breakpoint
CREATE INDEX `data_exports_by_user` ON `data_exports` (`user_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `data_exports_running` ON `data_exports` (`user_id`) WHERE "data_exports"."bytes" is null;--> statement-breakpoint
CREATE INDEX `data_exports_due` ON `data_exports` (`next_attempt_at`) WHERE "data_exports"."bytes" is null;--> statement-breakpoint
CREATE INDEX `data_exports_by_expiry` ON `data_exports` (`expires_at`) WHERE "data_exports"."bytes" is not null;--> statement-breakpoint
CREATE TABLE `erasures` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL,
	`erased_by` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`erased_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `erasures_by_eraser` ON `erasures` (`erased_by`);--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;