CREATE TABLE `account_addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`proved_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_addresses_by_user` ON `account_addresses` (`user_id`,`address`);--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `address` text;