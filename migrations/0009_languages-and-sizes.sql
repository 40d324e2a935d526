ALTER TABLE `users` ADD `language` text;
--> statement-breakpoint
CREATE INDEX `pdf_timestamps_by_certificate` ON `pdf_timestamps` (`certificate_seq`);
--> statement-breakpoint
ALTER TABLE `credit_statements` ADD `language` text;--> statement-breakpoint
ALTER TABLE `credit_notes` ADD `language` text;--> statement-breakpoint
ALTER TABLE `receipts` ADD `language` text;
--> statement-breakpoint
ALTER TABLE `coupons` ADD `created_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `coupons_by_creator` ON `coupons` (`created_by`) WHERE "coupons"."created_by" is not null;
--> statement-breakpoint
CREATE TABLE `lesson_sizes` (
	`lesson_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lesson_sizes_by_owner` ON `lesson_sizes` (`owner_id`,`bytes`);--> statement-breakpoint
CREATE TABLE `question_figures` (
	`lesson_id` text NOT NULL,
	`question_id` text NOT NULL,
	`answered` integer NOT NULL,
	`correct` integer NOT NULL,
	PRIMARY KEY(`lesson_id`, `question_id`),
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TRIGGER `lesson_captions_size_insert` AFTER INSERT ON `lesson_captions` BEGIN
	INSERT INTO `lesson_sizes` (`lesson_id`, `owner_id`, `bytes`)
		SELECT l.`id`, c.`owner_id`, octet_length(new.`cues`) FROM `lessons` l JOIN `modules` m ON m.`id` = l.`module_id` JOIN `courses` c ON c.`id` = m.`course_id` WHERE l.`id` = new.`lesson_id`
		ON CONFLICT (`lesson_id`) DO UPDATE SET `bytes` = `bytes` + excluded.`bytes`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_captions_size_update` AFTER UPDATE OF `cues` ON `lesson_captions` BEGIN
	UPDATE `lesson_sizes` SET `bytes` = `bytes` + octet_length(new.`cues`) - octet_length(old.`cues`) WHERE `lesson_id` = new.`lesson_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_captions_size_delete` AFTER DELETE ON `lesson_captions` BEGIN
	UPDATE `lesson_sizes` SET `bytes` = `bytes` - octet_length(old.`cues`) WHERE `lesson_id` = old.`lesson_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_texts_size_insert` AFTER INSERT ON `lesson_texts` BEGIN
	INSERT INTO `lesson_sizes` (`lesson_id`, `owner_id`, `bytes`)
		SELECT l.`id`, c.`owner_id`, octet_length(new.`markdown`) + octet_length(new.`html`) FROM `lessons` l JOIN `modules` m ON m.`id` = l.`module_id` JOIN `courses` c ON c.`id` = m.`course_id` WHERE l.`id` = new.`lesson_id`
		ON CONFLICT (`lesson_id`) DO UPDATE SET `bytes` = `bytes` + excluded.`bytes`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_texts_size_update` AFTER UPDATE OF `markdown`, `html` ON `lesson_texts` BEGIN
	UPDATE `lesson_sizes` SET `bytes` = `bytes` + octet_length(new.`markdown`) + octet_length(new.`html`) - octet_length(old.`markdown`) - octet_length(old.`html`) WHERE `lesson_id` = new.`lesson_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_texts_size_delete` AFTER DELETE ON `lesson_texts` BEGIN
	UPDATE `lesson_sizes` SET `bytes` = `bytes` - octet_length(old.`markdown`) - octet_length(old.`html`) WHERE `lesson_id` = old.`lesson_id`;
END;--> statement-breakpoint
CREATE TRIGGER `quizzes_size_insert` AFTER INSERT ON `quizzes` BEGIN
	INSERT INTO `lesson_sizes` (`lesson_id`, `owner_id`, `bytes`)
		SELECT l.`id`, c.`owner_id`, octet_length(new.`questions`) FROM `lessons` l JOIN `modules` m ON m.`id` = l.`module_id` JOIN `courses` c ON c.`id` = m.`course_id` WHERE l.`id` = new.`lesson_id`
		ON CONFLICT (`lesson_id`) DO UPDATE SET `bytes` = `bytes` + excluded.`bytes`;
END;--> statement-breakpoint
CREATE TRIGGER `quizzes_size_update` AFTER UPDATE OF `questions` ON `quizzes` BEGIN
	UPDATE `lesson_sizes` SET `bytes` = `bytes` + octet_length(new.`questions`) - octet_length(old.`questions`) WHERE `lesson_id` = new.`lesson_id`;
END;--> statement-breakpoint
CREATE TRIGGER `quizzes_size_delete` AFTER DELETE ON `quizzes` BEGIN
	UPDATE `lesson_sizes` SET `bytes` = `bytes` - octet_length(old.`questions`) WHERE `lesson_id` = old.`lesson_id`;
END;--> statement-breakpoint
INSERT INTO `lesson_sizes` (`lesson_id`, `owner_id`, `bytes`)
	SELECT l.`id`, c.`owner_id`, sum(s.`bytes`) FROM (
		SELECT `lesson_id`, octet_length(`cues`) AS `bytes` FROM `lesson_captions`
		UNION ALL SELECT `lesson_id`, octet_length(`markdown`) + octet_length(`html`) FROM `lesson_texts`
		UNION ALL SELECT `lesson_id`, octet_length(`questions`) FROM `quizzes`
	) s JOIN `lessons` l ON l.`id` = s.`lesson_id` JOIN `modules` m ON m.`id` = l.`module_id` JOIN `courses` c ON c.`id` = m.`course_id` GROUP BY l.`id`;--> statement-breakpoint
CREATE TRIGGER `question_figures_update` AFTER UPDATE OF `score` ON `quiz_answers` WHEN old.`score` IS NULL AND new.`score` IS NOT NULL BEGIN
	INSERT INTO `question_figures` (`lesson_id`, `question_id`, `answered`, `correct`)
		SELECT `lesson_id`, new.`question_id`, 1, new.`score` <> 0 FROM `quiz_attempts` WHERE `seq` = new.`attempt_seq`
		ON CONFLICT (`lesson_id`, `question_id`) DO UPDATE SET `answered` = `answered` + 1, `correct` = `correct` + excluded.`correct`;
END;--> statement-breakpoint
CREATE TRIGGER `question_figures_delete` BEFORE DELETE ON `quiz_attempts` BEGIN
	UPDATE `question_figures` SET `answered` = `answered` - 1, `correct` = `correct` - (a.`score` <> 0)
		FROM `quiz_answers` a WHERE a.`attempt_seq` = old.`seq` AND a.`score` IS NOT NULL AND `question_figures`.`lesson_id` = old.`lesson_id` AND `question_figures`.`question_id` = a.`question_id`;
END;--> statement-breakpoint
INSERT INTO `question_figures` (`lesson_id`, `question_id`, `answered`, `correct`)
	SELECT t.`lesson_id`, a.`question_id`, count(*), count(nullif(a.`score`, 0)) FROM `quiz_attempts` t JOIN `quiz_answers` a ON a.`attempt_seq` = t.`seq`
	WHERE t.`ended_at` IS NOT NULL AND a.`score` IS NOT NULL GROUP BY t.`lesson_id`, a.`question_id`;--> statement-breakpoint
DELETE FROM `issuer_name_skeletons` WHERE `user_seq` IN (SELECT `user_seq` FROM `issuer_name_skeletons` WHERE length(`skeleton`) > 200);--> statement-breakpoint
DELETE FROM `correction_requests` WHERE `decision` IS NULL AND `right` = '' AND `certificate_id` IN (SELECT `id` FROM `certificates` WHERE `student_email` = '');
