CREATE TABLE `course_moves` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`reason` text NOT NULL,
	`requested_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`outcome` text,
	`ended_at` integer,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `course_moves_id_unique` ON `course_moves` (`id`);--> statement-breakpoint
CREATE INDEX `course_moves_by_source` ON `course_moves` (`from_id`);--> statement-breakpoint
CREATE INDEX `course_moves_by_target` ON `course_moves` (`to_id`);--> statement-breakpoint
CREATE INDEX `course_moves_by_requester` ON `course_moves` (`requested_by`);--> statement-breakpoint
CREATE INDEX `course_moves_by_expiry` ON `course_moves` (`expires_at`);