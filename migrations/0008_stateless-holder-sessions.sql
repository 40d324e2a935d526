CREATE TABLE `closed_holder_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `closed_holder_sessions_by_expiry` ON `closed_holder_sessions` (`expires_at`);--> statement-breakpoint
DROP TABLE `holder_sessions`;--> statement-breakpoint
ALTER TABLE `holder_links` ADD `unique_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `sealed_token` text;