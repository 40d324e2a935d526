ALTER TABLE `designs` ADD `draft` text;--> statement-breakpoint
ALTER TABLE `designs` ADD `draft_number` integer DEFAULT 0 NOT NULL;