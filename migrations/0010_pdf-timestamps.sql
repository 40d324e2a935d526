CREATE TABLE `pdf_timestamps` (
	`file` text PRIMARY KEY NOT NULL,
	`certificate_seq` integer NOT NULL,
	`due_at` integer,
	`tried_at` integer,
	`stamped_at` integer,
	FOREIGN KEY (`certificate_seq`) REFERENCES `certificates`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `pdf_timestamps_new` ON `pdf_timestamps` (`due_at`) WHERE "pdf_timestamps"."due_at" is not null and "pdf_timestamps"."tried_at" is null;--> statement-breakpoint
CREATE INDEX `pdf_timestamps_tried` ON `pdf_timestamps` (`due_at`) WHERE "pdf_timestamps"."due_at" is not null and "pdf_timestamps"."tried_at" is not null;