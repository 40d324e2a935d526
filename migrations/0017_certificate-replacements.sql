CREATE TABLE `certificate_replacements` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`replacement_id` text NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replacement_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_replacements_replacement_id_unique` ON `certificate_replacements` (`replacement_id`);--> statement-breakpoint
CREATE INDEX `certificates_by_student` ON `certificates` (`issuer_id`,`student_email`,`course_name`);