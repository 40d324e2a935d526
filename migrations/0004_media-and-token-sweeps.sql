CREATE INDEX `one_time_tokens_by_expiry` ON `one_time_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `courses_by_thumbnail` ON `courses` (`thumbnail_id`);