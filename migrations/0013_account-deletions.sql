ALTER TABLE `account_deletions` ADD `indexed_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What is removed from the search indexes leaves no trace in them (FTS5, section 6.8).
INSERT INTO `certificate_search` (`certificate_search`, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `verification_search` (`verification_search`, rank) VALUES ('secure-delete', 1);
