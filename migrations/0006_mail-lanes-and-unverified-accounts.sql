DROP INDEX `outbox_due`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `lane` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`lane`,`next_attempt_at`,`to_address`) WHERE "outbox"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX `users_unverified` ON `users` (`created_at`) WHERE "users"."email_verified_at" is null;