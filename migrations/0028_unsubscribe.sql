ALTER TABLE `holder_settings` ADD `reminders` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `summary` integer DEFAULT true NOT NULL;