CREATE TABLE `completion_certificates` (
	`completion_seq` integer PRIMARY KEY NOT NULL,
	`course_id` text,
	`issuer_id` text NOT NULL,
	`learner_name` text NOT NULL,
	`requested_at` integer NOT NULL,
	`approved_at` integer,
	`approved_by` text,
	`certificate_id` text,
	FOREIGN KEY (`completion_seq`) REFERENCES `course_completions`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `completion_certificates_certificate_id_unique` ON `completion_certificates` (`certificate_id`);--> statement-breakpoint
CREATE INDEX `completion_certificates_by_course` ON `completion_certificates` (`course_id`);--> statement-breakpoint
CREATE INDEX `completion_certificates_by_issuer` ON `completion_certificates` (`issuer_id`);--> statement-breakpoint
CREATE INDEX `completion_certificates_by_approver` ON `completion_certificates` (`approved_by`);--> statement-breakpoint
CREATE INDEX `completion_certificates_to_approve` ON `completion_certificates` (`course_id`,`completion_seq`) WHERE "completion_certificates"."approved_at" is null;--> statement-breakpoint
CREATE INDEX `completion_certificates_to_issue` ON `completion_certificates` (`issuer_id`,`completion_seq`) WHERE "completion_certificates"."certificate_id" is null and "completion_certificates"."approved_at" is not null;--> statement-breakpoint
CREATE TABLE `completion_settings` (
	`course_id` text PRIMARY KEY NOT NULL,
	`rule` text NOT NULL,
	`in_order` integer NOT NULL,
	`certificate` text NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `course_completions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`course_id` text,
	`user_id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`course_title` text NOT NULL,
	`course_version` integer NOT NULL,
	`rule` text NOT NULL,
	`duration_seconds` integer NOT NULL,
	`completed_at` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `course_completions_id_unique` ON `course_completions` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `course_completions_once` ON `course_completions` (`course_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `course_completions_by_user` ON `course_completions` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `course_completions_by_issuer` ON `course_completions` (`issuer_id`);--> statement-breakpoint
CREATE TABLE `lesson_figures` (
	`lesson_id` text PRIMARY KEY NOT NULL,
	`begun` integer DEFAULT 0 NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `lesson_progress` (
	`course_id` text NOT NULL,
	`user_id` text NOT NULL,
	`lesson_id` text NOT NULL,
	`position_ms` integer DEFAULT 0 NOT NULL,
	`ranges` text DEFAULT '[]' NOT NULL,
	`watched_ms` integer DEFAULT 0 NOT NULL,
	`active_at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`course_id`, `user_id`, `lesson_id`),
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lesson_progress_by_user` ON `lesson_progress` (`user_id`);--> statement-breakpoint
CREATE INDEX `lesson_progress_by_lesson` ON `lesson_progress` (`lesson_id`);--> statement-breakpoint
CREATE TABLE `video_lengths` (
	`media_id` text PRIMARY KEY NOT NULL,
	`length_ms` integer,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `enrolments_by_time` ON `enrolments` (`course_id`,`enrolled_at`,`user_id`);--> statement-breakpoint
CREATE TRIGGER `lesson_figures_insert` AFTER INSERT ON `lesson_progress` BEGIN
	INSERT INTO `lesson_figures` (`lesson_id`, `begun`, `done`) VALUES (new.`lesson_id`, 1, new.`done_at` IS NOT NULL)
	ON CONFLICT (`lesson_id`) DO UPDATE SET `begun` = `begun` + 1, `done` = `done` + excluded.`done`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_figures_update` AFTER UPDATE OF `done_at` ON `lesson_progress`
WHEN (old.`done_at` IS NULL) <> (new.`done_at` IS NULL) BEGIN
	UPDATE `lesson_figures` SET `done` = `done` + iif(new.`done_at` IS NULL, -1, 1) WHERE `lesson_id` = new.`lesson_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_figures_delete` AFTER DELETE ON `lesson_progress` BEGIN
	UPDATE `lesson_figures` SET `begun` = `begun` - 1, `done` = `done` - (old.`done_at` IS NOT NULL) WHERE `lesson_id` = old.`lesson_id`;
END;
