CREATE TABLE `course_unpublications` (
	`course_seq` integer PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`unpublished_by` text NOT NULL,
	`unpublished_at` integer NOT NULL,
	FOREIGN KEY (`course_seq`) REFERENCES `courses`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`unpublished_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
