CREATE TABLE `certificate_reminders` (
	`certificate_seq` integer NOT NULL,
	`days_before` integer NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`certificate_seq`, `days_before`)
);
--> statement-breakpoint
CREATE TABLE `expiry_summaries` (
	`issuer_id` text NOT NULL,
	`week` text NOT NULL,
	PRIMARY KEY(`issuer_id`, `week`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminder_progress` (
	`days_before` integer PRIMARY KEY NOT NULL,
	`expiry_date` text NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reminder_settings` (
	`issuer_id` text PRIMARY KEY NOT NULL,
	`students` integer NOT NULL,
	`summary` integer NOT NULL,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `issuer_days_expiring` ON `issuer_days` (`day`,`issuer_id`) WHERE "issuer_days"."expiring" > 0;