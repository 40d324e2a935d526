CREATE TABLE `hold_settings` (
	`issuer_id` text PRIMARY KEY NOT NULL,
	`minutes` integer NOT NULL,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `scheduled_certificates` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`unique_id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`issued_by` text,
	`student_name` text NOT NULL,
	`student_email` text NOT NULL,
	`course_name` text NOT NULL,
	`issue_date` text NOT NULL,
	`expiry_date` text,
	`input` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`hold_minutes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`counted_at` integer,
	`problem` text,
	`is_told` integer DEFAULT false NOT NULL,
	`batch_seq` integer,
	`batch_line` integer,
	`completion_seq` integer,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`issued_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`batch_seq`) REFERENCES `batches`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`completion_seq`) REFERENCES `course_completions`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_certificates_id_unique` ON `scheduled_certificates` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_certificates_unique_id_unique` ON `scheduled_certificates` (`unique_id`);--> statement-breakpoint
CREATE INDEX `scheduled_certificates_by_issuer` ON `scheduled_certificates` (`issuer_id`,`seq`);--> statement-breakpoint
CREATE INDEX `scheduled_certificates_by_member` ON `scheduled_certificates` (`issued_by`) WHERE "scheduled_certificates"."issued_by" is not null;--> statement-breakpoint
CREATE INDEX `scheduled_certificates_by_student` ON `scheduled_certificates` (`student_email`,`issuer_id`);--> statement-breakpoint
CREATE INDEX `scheduled_certificates_due` ON `scheduled_certificates` (`due_at`) WHERE "scheduled_certificates"."problem" is null;--> statement-breakpoint
CREATE INDEX `scheduled_certificates_due_of_issuer` ON `scheduled_certificates` (`issuer_id`,`due_at`,`seq`) WHERE "scheduled_certificates"."problem" is null;--> statement-breakpoint
CREATE INDEX `scheduled_certificates_to_tell` ON `scheduled_certificates` (`issuer_id`,`issued_by`) WHERE "scheduled_certificates"."is_told" = 0 and "scheduled_certificates"."problem" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_certificates_of_batch` ON `scheduled_certificates` (`batch_seq`,`batch_line`) WHERE "scheduled_certificates"."batch_seq" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_certificates_of_completion` ON `scheduled_certificates` (`completion_seq`) WHERE "scheduled_certificates"."completion_seq" is not null;--> statement-breakpoint
ALTER TABLE `batches` ADD `hold_minutes` integer;