PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_lesson_files` (
	`id` text PRIMARY KEY NOT NULL,
	`media_id` text NOT NULL,
	`lesson_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_lesson_files`("id", "media_id", "lesson_id", "name", "created_at") SELECT "media_id", "media_id", "lesson_id", "name", "created_at" FROM `lesson_files`;--> statement-breakpoint
DROP TABLE `lesson_files`;--> statement-breakpoint
ALTER TABLE `__new_lesson_files` RENAME TO `lesson_files`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `lesson_files_by_lesson` ON `lesson_files` (`lesson_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `lesson_files_by_media` ON `lesson_files` (`media_id`);--> statement-breakpoint
-- The scope keeps a search within its course.
DROP TRIGGER `lessons_search_insert`;--> statement-breakpoint
DROP TABLE `lessons_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `lessons_search` USING fts5(
	`scope`, `title`, `text`, `transcript`,
	content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
INSERT INTO `lessons_search` (`rowid`, `scope`, `title`, `text`, `transcript`)
	SELECT l.`seq`, 'c' || c.`seq`, l.`title`, coalesce(t.`markdown`, ''), ''
	FROM `lessons` l JOIN `modules` m ON m.`id` = l.`module_id` JOIN `courses` c ON c.`id` = m.`course_id`
	LEFT JOIN `lesson_texts` t ON t.`lesson_id` = l.`id`;--> statement-breakpoint
CREATE TRIGGER `lessons_search_insert` AFTER INSERT ON `lessons` BEGIN
	INSERT INTO `lessons_search` (`rowid`, `scope`, `title`, `text`, `transcript`)
	SELECT new.`seq`, 'c' || c.`seq`, new.`title`, '', ''
	FROM `modules` m JOIN `courses` c ON c.`id` = m.`course_id` WHERE m.`id` = new.`module_id`;
END;
