CREATE TABLE `holder_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `holder_links_by_expiry` ON `holder_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `holder_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `holder_sessions_by_expiry` ON `holder_sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `certificates_by_student_email` ON `certificates` (`student_email`,`seq`);