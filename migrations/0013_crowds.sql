CREATE TABLE `login_addresses` (
	`user_id` text NOT NULL,
	`address` text NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `address`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `login_addresses_by_time` ON `login_addresses` (`last_at`);--> statement-breakpoint
CREATE TABLE `unconfirmed_registrations` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`address` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unconfirmed_registrations_by_address` ON `unconfirmed_registrations` (`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `unconfirmed_registrations_by_user` ON `unconfirmed_registrations` (`user_id`);--> statement-breakpoint
CREATE INDEX `unconfirmed_registrations_by_time` ON `unconfirmed_registrations` (`created_at`);--> statement-breakpoint
CREATE TABLE `audit_exports` (
	`seq` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`organisation_id` text NOT NULL,
	`day` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_exports_by_user` ON `audit_exports` (`user_id`,`organisation_id`,`day`);