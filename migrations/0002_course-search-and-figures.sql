ALTER TABLE `courses` ADD `student_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `rating_sum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `rating_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `courses_figures` ON `courses` (`category`,`seq`,`student_count`,`rating_sum`,`rating_count`,`created_at`);--> statement-breakpoint
CREATE VIRTUAL TABLE `courses_search` USING fts5(
	`title`, `description`, `category`,
	content = 'courses', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
INSERT INTO `courses_search` (`courses_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE TRIGGER `courses_search_insert` AFTER INSERT ON `courses` BEGIN
	INSERT INTO `courses_search` (`rowid`, `title`, `description`, `category`)
	VALUES (new.`seq`, new.`title`, new.`description`, new.`category`);
END;--> statement-breakpoint
CREATE TRIGGER `courses_search_delete` AFTER DELETE ON `courses` BEGIN
	INSERT INTO `courses_search` (`courses_search`, `rowid`, `title`, `description`, `category`)
	VALUES ('delete', old.`seq`, old.`title`, old.`description`, old.`category`);
END;--> statement-breakpoint
CREATE TRIGGER `courses_search_update` AFTER UPDATE OF `title`, `description`, `category` ON `courses` BEGIN
	INSERT INTO `courses_search` (`courses_search`, `rowid`, `title`, `description`, `category`)
	VALUES ('delete', old.`seq`, old.`title`, old.`description`, old.`category`);
	INSERT INTO `courses_search` (`rowid`, `title`, `description`, `category`)
	VALUES (new.`seq`, new.`title`, new.`description`, new.`category`);
END;--> statement-breakpoint
CREATE TRIGGER `enrolments_count_insert` AFTER INSERT ON `enrolments` BEGIN
	UPDATE `courses` SET `student_count` = `student_count` + 1 WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `enrolments_count_delete` AFTER DELETE ON `enrolments` BEGIN
	UPDATE `courses` SET `student_count` = `student_count` - 1 WHERE `id` = old.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `ratings_sum_insert` AFTER INSERT ON `ratings` BEGIN
	UPDATE `courses` SET `rating_sum` = `rating_sum` + new.`stars`, `rating_count` = `rating_count` + 1
	WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `ratings_sum_update` AFTER UPDATE OF `stars` ON `ratings` BEGIN
	UPDATE `courses` SET `rating_sum` = `rating_sum` + new.`stars` - old.`stars` WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `ratings_sum_delete` AFTER DELETE ON `ratings` BEGIN
	UPDATE `courses` SET `rating_sum` = `rating_sum` - old.`stars`, `rating_count` = `rating_count` - 1
	WHERE `id` = old.`course_id`;
END;
