ALTER TABLE `designs` ADD `mail_subject` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `designs` ADD `mail_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `designs` ADD `mail_html` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `design_version_id` integer;