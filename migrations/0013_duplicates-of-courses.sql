CREATE TABLE `course_copies` (
	`course_seq` integer PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	FOREIGN KEY (`course_seq`) REFERENCES `courses`(`seq`) ON UPDATE no action ON DELETE cascade
);
