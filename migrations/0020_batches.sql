CREATE TABLE `batch_rows` (
	`batch_seq` integer NOT NULL,
	`line` integer NOT NULL,
	`student_email` text NOT NULL,
	`student_name` text NOT NULL,
	`course_name` text NOT NULL,
	`issue_date` text NOT NULL,
	`expiry_date` text,
	`allow_duplicate` integer NOT NULL,
	`errors` text,
	`certificate_id` text,
	PRIMARY KEY(`batch_seq`, `line`),
	FOREIGN KEY (`batch_seq`) REFERENCES `batches`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `batch_rows_certificate_id_unique` ON `batch_rows` (`certificate_id`);--> statement-breakpoint
CREATE INDEX `batch_rows_waiting` ON `batch_rows` (`batch_seq`,`line`) WHERE "batch_rows"."certificate_id" is null and "batch_rows"."errors" is null;--> statement-breakpoint
CREATE TABLE `batches` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`file_name` text,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	`issued` integer DEFAULT 0 NOT NULL,
	`failed` integer NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `batches_id_unique` ON `batches` (`id`);--> statement-breakpoint
CREATE INDEX `batches_by_issuer` ON `batches` (`issuer_id`,`seq`);--> statement-breakpoint
CREATE INDEX `batches_issuing` ON `batches` (`seq`) WHERE "batches"."status" = 'issuing';--> statement-breakpoint
CREATE INDEX `batches_not_started` ON `batches` (`created_at`) WHERE "batches"."started_at" is null;