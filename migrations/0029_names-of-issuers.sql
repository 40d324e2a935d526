-- Issuers are found by their names, however they are written (`search_text` in db/folding.ts).
ALTER TABLE `organisations` ADD `searched_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `organisations_by_searched_name` ON `organisations` (`searched_name`);--> statement-breakpoint
UPDATE `organisations` SET `searched_name` = search_text(`name`);--> statement-breakpoint
CREATE TRIGGER `organisations_searched_insert` AFTER INSERT ON `organisations` BEGIN
	UPDATE `organisations` SET `searched_name` = search_text(new.`name`) WHERE `id` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `organisations_searched_update` AFTER UPDATE OF `name` ON `organisations` BEGIN
	UPDATE `organisations` SET `searched_name` = search_text(new.`name`) WHERE `id` = new.`id`;
END;
