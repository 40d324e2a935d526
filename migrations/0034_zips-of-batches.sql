CREATE TABLE `batch_zips` (
	`batch_seq` integer PRIMARY KEY NOT NULL,
	`file_id` text,
	`total` integer NOT NULL,
	`read` integer DEFAULT 0 NOT NULL,
	`unmatched` text DEFAULT '[]' NOT NULL,
	`unmatched_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`batch_seq`) REFERENCES `batches`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `batch_zips_unread` ON `batch_zips` (`batch_seq`) WHERE "batch_zips"."file_id" is not null;