ALTER TABLE `batch_rows` ADD `warnings` text;--> statement-breakpoint
ALTER TABLE `batches` ADD `warned` integer DEFAULT 0 NOT NULL;