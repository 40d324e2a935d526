ALTER TABLE `reminder_settings` ADD `reply_to` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `unsubscribe` text;