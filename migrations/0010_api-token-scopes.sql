ALTER TABLE `sessions` ADD `scopes` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `addresses` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `unused_mailed_at` integer;--> statement-breakpoint
CREATE INDEX `sessions_tokens_by_use` ON `sessions` (`last_used_at`) WHERE "sessions"."kind" = 'token' and "sessions"."unused_mailed_at" is null;