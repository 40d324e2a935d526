CREATE TABLE `course_drafts` (
	`course_seq` integer PRIMARY KEY NOT NULL,
	`drafted_at` integer NOT NULL,
	FOREIGN KEY (`course_seq`) REFERENCES `courses`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `lesson_captions` (
	`lesson_id` text NOT NULL,
	`language` text NOT NULL,
	`cues` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`lesson_id`, `language`),
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `lesson_files` (
	`media_id` text PRIMARY KEY NOT NULL,
	`lesson_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lesson_files_by_lesson` ON `lesson_files` (`lesson_id`,`media_id`);--> statement-breakpoint
CREATE TABLE `lesson_texts` (
	`lesson_id` text PRIMARY KEY NOT NULL,
	`markdown` text NOT NULL,
	`html` text NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `quiz_answers` (
	`attempt_seq` integer NOT NULL,
	`question_id` text NOT NULL,
	`value` text NOT NULL,
	`answered_at` integer NOT NULL,
	`score` integer,
	PRIMARY KEY(`attempt_seq`, `question_id`),
	FOREIGN KEY (`attempt_seq`) REFERENCES `quiz_attempts`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `quiz_attempts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`quiz_seq` integer NOT NULL,
	`lesson_id` text NOT NULL,
	`user_id` text NOT NULL,
	`seed` integer NOT NULL,
	`started_at` integer NOT NULL,
	`deadline` integer,
	`ended_at` integer,
	`score` integer,
	`points` integer,
	`passed` integer,
	FOREIGN KEY (`quiz_seq`) REFERENCES `quizzes`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quiz_attempts_id_unique` ON `quiz_attempts` (`id`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_quiz` ON `quiz_attempts` (`quiz_seq`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_lesson` ON `quiz_attempts` (`lesson_id`,`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_user` ON `quiz_attempts` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `quiz_attempts_open` ON `quiz_attempts` (`lesson_id`,`user_id`) WHERE "quiz_attempts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `quiz_attempts_due` ON `quiz_attempts` (`deadline`) WHERE "quiz_attempts"."ended_at" is null and "quiz_attempts"."deadline" is not null;--> statement-breakpoint
CREATE TABLE `quizzes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`lesson_id` text NOT NULL,
	`pass_mark` integer NOT NULL,
	`attempts` integer,
	`time_limit_seconds` integer,
	`shuffle` integer NOT NULL,
	`questions` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quizzes_id_unique` ON `quizzes` (`id`);--> statement-breakpoint
CREATE INDEX `quizzes_by_lesson` ON `quizzes` (`lesson_id`,`seq`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_lessons` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text DEFAULT 'video' NOT NULL,
	`module_id` text NOT NULL,
	`title` text NOT NULL,
	`duration` text NOT NULL,
	`duration_seconds` integer NOT NULL,
	`video_id` text,
	`position` integer NOT NULL,
	`drafted_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`video_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lessons_video" CHECK(("__new_lessons"."type" = 'video') = ("__new_lessons"."video_id" is not null))
);
--> statement-breakpoint
INSERT INTO `__new_lessons`("seq", "id", "type", "module_id", "title", "duration", "duration_seconds", "video_id", "position", "drafted_at", "created_at") SELECT "seq", "id", 'video', "module_id", "title", "duration", "duration_seconds", "video_id", "position", NULL, "created_at" FROM `lessons`;--> statement-breakpoint
DROP TABLE `lessons`;--> statement-breakpoint
ALTER TABLE `__new_lessons` RENAME TO `lessons`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `lessons_id_unique` ON `lessons` (`id`);--> statement-breakpoint
CREATE INDEX `lessons_by_module` ON `lessons` (`module_id`,`position`);--> statement-breakpoint
CREATE INDEX `lessons_by_video` ON `lessons` (`video_id`);--> statement-breakpoint
ALTER TABLE `modules` ADD `drafted_at` integer;--> statement-breakpoint
-- Finds lessons of a course by their words. Texts and transcripts are added when they are saved (app/courses/index-lesson.server.ts).
CREATE VIRTUAL TABLE `lessons_search` USING fts5(
	`title`, `text`, `transcript`,
	content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
INSERT INTO `lessons_search` (`rowid`, `title`, `text`, `transcript`) SELECT `seq`, `title`, '', '' FROM `lessons`;--> statement-breakpoint
CREATE TRIGGER `lessons_search_insert` AFTER INSERT ON `lessons` BEGIN
	INSERT INTO `lessons_search` (`rowid`, `title`, `text`, `transcript`) VALUES (new.`seq`, new.`title`, '', '');
END;--> statement-breakpoint
CREATE TRIGGER `lessons_search_delete` AFTER DELETE ON `lessons` BEGIN
	DELETE FROM `lessons_search` WHERE `rowid` = old.`seq`;
END;
