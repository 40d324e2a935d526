ALTER TABLE `credit_statements` ADD `language` text;--> statement-breakpoint
ALTER TABLE `credit_notes` ADD `language` text;--> statement-breakpoint
ALTER TABLE `receipts` ADD `language` text;