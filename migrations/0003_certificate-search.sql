-- Nothing was ever revoked before this, so the table is made anew instead of altered.
DROP TABLE `certificate_revocations`;--> statement-breakpoint
CREATE TABLE `certificate_revocations` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`certificate_seq` integer NOT NULL,
	`issuer_id` text NOT NULL,
	`reason` text NOT NULL,
	`revoked_by` text NOT NULL,
	`revoked_at` integer NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`revoked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_revocations_certificate_seq_unique` ON `certificate_revocations` (`certificate_seq`);--> statement-breakpoint
CREATE INDEX `certificate_revocations_by_issuer` ON `certificate_revocations` (`issuer_id`,`certificate_seq`);--> statement-breakpoint
CREATE INDEX `certificates_expiring_by_issuer` ON `certificates` (`issuer_id`,`seq`,`expiry_date`) WHERE "certificates"."expiry_date" is not null;--> statement-breakpoint
CREATE INDEX `certificates_expiring` ON `certificates` (`seq`,`expiry_date`) WHERE "certificates"."expiry_date" is not null;--> statement-breakpoint
CREATE INDEX `verifications_paid` ON `verifications` (`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid` ON `verifications` (`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `verifications_paid_by_issuer` ON `verifications` (`issuer_id`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid_by_issuer` ON `verifications` (`issuer_id`,`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `verifications_paid_by_verifier` ON `verifications` (`verifier_id`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid_by_verifier` ON `verifications` (`verifier_id`,`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
-- Search. Both indexes keep no text of their own (content=''): what is issued is never edited, and they are asked for
-- row numbers only. detail=none and detail=column keep no positions. An ID is found whole and by its groups.
-- `scope` holds one term for the issuer and one for the verifier, by which a search stays in its owner's rows;
-- it begins with a private-use character, which nothing that is typed into a search box does.
CREATE VIRTUAL TABLE `certificate_search` USING fts5(terms, content='', detail=none, prefix='1 2 3 4 5 6 7 8', tokenize='unicode61 remove_diacritics 2');--> statement-breakpoint
CREATE VIRTUAL TABLE `certificate_search_terms` USING fts5vocab('certificate_search', 'row');--> statement-breakpoint
CREATE VIRTUAL TABLE `verification_search` USING fts5(open, personal, verifier, scope, content='', detail=column, prefix='1 2 3 4 5 6 7 8', tokenize='unicode61 remove_diacritics 2');--> statement-breakpoint
CREATE VIRTUAL TABLE `verification_search_terms` USING fts5vocab('verification_search', 'row');--> statement-breakpoint
CREATE TRIGGER `certificates_searchable` AFTER INSERT ON `certificates` BEGIN
	INSERT INTO certificate_search (rowid, terms) VALUES (new.seq,
		new.unique_id || ' ' || substr(new.unique_id, 1, 4) || ' ' || substr(new.unique_id, 5, 4) || ' ' || substr(new.unique_id, 9, 4) || ' ' || substr(new.unique_id, 13, 4) || ' ' || new.student_name || ' ' || new.student_email || ' ' || new.course_name || ' ' || char(57345) || replace(new.issuer_id, '-', ''));
END;--> statement-breakpoint
CREATE TRIGGER `verifications_searchable` AFTER INSERT ON `verifications` BEGIN
	INSERT INTO verification_search (rowid, open, personal, verifier, scope)
	SELECT new.seq, c.unique_id || ' ' || substr(c.unique_id, 1, 4) || ' ' || substr(c.unique_id, 5, 4) || ' ' || substr(c.unique_id, 9, 4) || ' ' || substr(c.unique_id, 13, 4) || ' ' || c.course_name || ' ' || c.issuer_name,
		c.student_name || ' ' || c.student_email, u.name || ' ' || coalesce(u.email, ''),
		char(57345) || replace(new.issuer_id, '-', '') || ' ' || char(57346) || replace(new.verifier_id, '-', '')
	FROM certificates c, users u WHERE c.id = new.certificate_id AND u.id = new.verifier_id;
END;--> statement-breakpoint
INSERT INTO certificate_search (rowid, terms)
	SELECT c.seq, c.unique_id || ' ' || substr(c.unique_id, 1, 4) || ' ' || substr(c.unique_id, 5, 4) || ' ' || substr(c.unique_id, 9, 4) || ' ' || substr(c.unique_id, 13, 4) || ' ' || c.student_name || ' ' || c.student_email || ' ' || c.course_name || ' ' || char(57345) || replace(c.issuer_id, '-', '') FROM certificates c;--> statement-breakpoint
INSERT INTO verification_search (rowid, open, personal, verifier, scope)
	SELECT v.seq, c.unique_id || ' ' || substr(c.unique_id, 1, 4) || ' ' || substr(c.unique_id, 5, 4) || ' ' || substr(c.unique_id, 9, 4) || ' ' || substr(c.unique_id, 13, 4) || ' ' || c.course_name || ' ' || c.issuer_name,
		c.student_name || ' ' || c.student_email, u.name || ' ' || coalesce(u.email, ''),
		char(57345) || replace(v.issuer_id, '-', '') || ' ' || char(57346) || replace(v.verifier_id, '-', '')
	FROM verifications v JOIN certificates c ON c.id = v.certificate_id JOIN users u ON u.id = v.verifier_id;
