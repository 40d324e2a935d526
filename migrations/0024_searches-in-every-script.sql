-- The indexes have the terms that `search_terms` makes of their texts (db/folding.ts): folded words, and the pairs of neighbours of
-- scripts without spaces. FTS5 only separates them at spaces. `+` and `#` belong to words, as in C++ and C#.
DROP TRIGGER `courses_search_insert`;--> statement-breakpoint
DROP TRIGGER `courses_search_delete`;--> statement-breakpoint
DROP TRIGGER `courses_search_update`;--> statement-breakpoint
DROP TABLE `courses_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `courses_search` USING fts5(
	`title`, `description`, `category`,
	content = '', contentless_delete = 1, tokenize = 'ascii tokenchars ''+#''', prefix = '1 2 3'
);--> statement-breakpoint
INSERT INTO `courses_search` (`rowid`, `title`, `description`, `category`)
	SELECT `seq`, search_terms(`title`), search_terms(`description`), search_terms(`category`) FROM `courses`;--> statement-breakpoint
CREATE TRIGGER `courses_search_insert` AFTER INSERT ON `courses` BEGIN
	INSERT INTO `courses_search` (`rowid`, `title`, `description`, `category`)
	VALUES (new.`seq`, search_terms(new.`title`), search_terms(new.`description`), search_terms(new.`category`));
END;--> statement-breakpoint
CREATE TRIGGER `courses_search_delete` AFTER DELETE ON `courses` BEGIN
	DELETE FROM `courses_search` WHERE `rowid` = old.`seq`;
END;--> statement-breakpoint
CREATE TRIGGER `courses_search_update` AFTER UPDATE OF `title`, `description`, `category` ON `courses` BEGIN
	DELETE FROM `courses_search` WHERE `rowid` = old.`seq`;
	INSERT INTO `courses_search` (`rowid`, `title`, `description`, `category`)
	VALUES (new.`seq`, search_terms(new.`title`), search_terms(new.`description`), search_terms(new.`category`));
END;--> statement-breakpoint
DROP TRIGGER `lessons_search_insert`;--> statement-breakpoint
DROP TABLE `lessons_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `lessons_search` USING fts5(
	`scope`, `title`, `text`, `transcript`,
	content = '', contentless_delete = 1, tokenize = 'ascii tokenchars ''+#''', prefix = '1 2 3'
);--> statement-breakpoint
INSERT INTO `lessons_search` (`rowid`, `scope`, `title`, `text`, `transcript`)
	SELECT l.`seq`, 'c' || c.`seq`, search_terms(l.`title`), search_terms(t.`markdown`), search_terms((
		SELECT group_concat(json_extract(cue.`value`, '$[2]'), char(10))
		FROM `lesson_captions` s, json_each(iif(json_valid(s.`cues`), s.`cues`, '[]')) cue WHERE s.`lesson_id` = l.`id`))
	FROM `lessons` l JOIN `modules` m ON m.`id` = l.`module_id` JOIN `courses` c ON c.`id` = m.`course_id`
	LEFT JOIN `lesson_texts` t ON t.`lesson_id` = l.`id`;--> statement-breakpoint
CREATE TRIGGER `lessons_search_insert` AFTER INSERT ON `lessons` BEGIN
	INSERT INTO `lessons_search` (`rowid`, `scope`, `title`, `text`, `transcript`)
	SELECT new.`seq`, 'c' || c.`seq`, search_terms(new.`title`), '', ''
	FROM `modules` m JOIN `courses` c ON c.`id` = m.`course_id` WHERE m.`id` = new.`module_id`;
END;--> statement-breakpoint
-- Of certificates, the server fills the index in the background (app/certificates/search-index.server.ts). Its settings are those of
-- 0005_certificates-searched-in-batches and 0008_release-0-4-0.
DROP TABLE `certificate_search_terms`;--> statement-breakpoint
DROP TABLE `certificate_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `certificate_search` USING fts5(terms, content='', detail=none, prefix='1 2 3 4 5 6 7 8', tokenize='ascii tokenchars ''+#''');--> statement-breakpoint
CREATE VIRTUAL TABLE `certificate_search_terms` USING fts5vocab('certificate_search', 'row');--> statement-breakpoint
INSERT INTO `certificate_search` (`certificate_search`, rank) VALUES ('automerge', 8);--> statement-breakpoint
INSERT INTO `certificate_search` (`certificate_search`, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
DROP TRIGGER `verifications_searchable`;--> statement-breakpoint
DROP TABLE `verification_search_terms`;--> statement-breakpoint
DROP TABLE `verification_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `verification_search` USING fts5(open, personal, verifier, scope, content='', detail=column, prefix='1 2 3 4 5 6 7 8', tokenize='ascii tokenchars ''+#''');--> statement-breakpoint
CREATE VIRTUAL TABLE `verification_search_terms` USING fts5vocab('verification_search', 'row');--> statement-breakpoint
INSERT INTO `verification_search` (`verification_search`, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO verification_search (rowid, open, personal, verifier, scope)
	SELECT v.seq, search_terms(c.unique_id || ' ' || substr(c.unique_id, 1, 4) || ' ' || substr(c.unique_id, 5, 4) || ' ' || substr(c.unique_id, 9, 4) || ' ' || substr(c.unique_id, 13, 4) || ' ' || c.course_name || ' ' || c.issuer_name),
		search_terms(iif(exists (SELECT 1 FROM erasures e WHERE e.certificate_id = c.id), '', c.student_name || ' ' || c.student_email)),
		search_terms(coalesce((SELECT f.text FROM former_verifier_texts f WHERE f.user_id = u.id AND f.until_seq >= v.seq ORDER BY f.until_seq LIMIT 1),
			u.name || ' ' || coalesce(u.email, ''))),
		char(57345) || replace(v.issuer_id, '-', '') || ' ' || char(57346) || replace(v.verifier_id, '-', '')
	FROM verifications v JOIN certificates c ON c.id = v.certificate_id JOIN users u ON u.id = v.verifier_id;--> statement-breakpoint
CREATE TRIGGER `verifications_searchable` AFTER INSERT ON `verifications` BEGIN
	INSERT INTO verification_search (rowid, open, personal, verifier, scope)
	SELECT new.seq, search_terms(c.unique_id || ' ' || substr(c.unique_id, 1, 4) || ' ' || substr(c.unique_id, 5, 4) || ' ' || substr(c.unique_id, 9, 4) || ' ' || substr(c.unique_id, 13, 4) || ' ' || c.course_name || ' ' || c.issuer_name),
		search_terms(c.student_name || ' ' || c.student_email), search_terms(u.name || ' ' || coalesce(u.email, '')),
		char(57345) || replace(new.issuer_id, '-', '') || ' ' || char(57346) || replace(new.verifier_id, '-', '')
	FROM certificates c, users u WHERE c.id = new.certificate_id AND u.id = new.verifier_id;
END;
