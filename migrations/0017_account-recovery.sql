CREATE TABLE `email_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`requested_at` integer NOT NULL,
	`confirm_hash` text NOT NULL,
	`confirmed_at` integer,
	`undo_hash` text,
	`undone_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_id_unique` ON `email_changes` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_confirm_hash_unique` ON `email_changes` (`confirm_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_undo_hash_unique` ON `email_changes` (`undo_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_by_user` ON `email_changes` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `email_changes_by_old_email` ON `email_changes` (`old_email`);--> statement-breakpoint
CREATE INDEX `email_changes_by_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `second_factor_resets` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`reason` text NOT NULL,
	`requested_at` integer NOT NULL,
	`effective_at` integer NOT NULL,
	`objected_at` integer,
	`done_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `second_factor_resets_id_unique` ON `second_factor_resets` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `second_factor_resets_open` ON `second_factor_resets` (`user_id`) WHERE "second_factor_resets"."objected_at" is null and "second_factor_resets"."done_at" is null;--> statement-breakpoint
CREATE INDEX `second_factor_resets_due` ON `second_factor_resets` (`effective_at`) WHERE "second_factor_resets"."objected_at" is null and "second_factor_resets"."done_at" is null;--> statement-breakpoint
CREATE INDEX `second_factor_resets_by_user` ON `second_factor_resets` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `second_factor_resets_by_requester` ON `second_factor_resets` (`requested_by`);