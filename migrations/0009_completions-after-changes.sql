CREATE TABLE `courses_to_check` (
	`course_id` text PRIMARY KEY NOT NULL,
	`after_user` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
