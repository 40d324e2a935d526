CREATE TABLE `issuer_days` (
	`issuer_id` text NOT NULL,
	`day` text NOT NULL,
	`issued` integer DEFAULT 0 NOT NULL,
	`verified` integer DEFAULT 0 NOT NULL,
	`revoked` integer DEFAULT 0 NOT NULL,
	`expiring` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`issuer_id`, `day`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `certificate_revocations_latest` ON `certificate_revocations` (`issuer_id`,`revoked_at`);--> statement-breakpoint
CREATE INDEX `certificates_by_course` ON `certificates` (`issuer_id`,`course_name`,`seq`,`issue_date`);--> statement-breakpoint
CREATE INDEX `certificates_by_issue_date` ON `certificates` (`issuer_id`,`issue_date`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_by_expiry` ON `certificates` (`expiry_date`,`seq`) WHERE "certificates"."expiry_date" is not null;--> statement-breakpoint
CREATE INDEX `verifications_latest_paid` ON `verifications` (`issuer_id`,`paid_at`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE TRIGGER `certificates_counted` AFTER INSERT ON `certificates` BEGIN
	INSERT INTO issuer_days (issuer_id, day, issued) VALUES (new.issuer_id, date(new.created_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET issued = issued + 1;
END;--> statement-breakpoint
CREATE TRIGGER `expiries_counted` AFTER INSERT ON `certificates` WHEN new.expiry_date IS NOT NULL BEGIN
	INSERT INTO issuer_days (issuer_id, day, expiring) VALUES (new.issuer_id, new.expiry_date, 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET expiring = expiring + 1;
END;--> statement-breakpoint
CREATE TRIGGER `revocations_counted` AFTER INSERT ON `certificate_revocations` BEGIN
	INSERT INTO issuer_days (issuer_id, day, revoked) VALUES (new.issuer_id, date(new.revoked_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET revoked = revoked + 1;
	UPDATE issuer_days SET expiring = expiring - 1 WHERE issuer_id = new.issuer_id
		AND day = (SELECT expiry_date FROM certificates WHERE seq = new.certificate_seq);
END;--> statement-breakpoint
CREATE TRIGGER `verifications_counted` AFTER UPDATE OF paid_at ON `verifications` WHEN old.paid_at IS NULL AND new.paid_at IS NOT NULL BEGIN
	INSERT INTO issuer_days (issuer_id, day, verified) VALUES (new.issuer_id, date(new.paid_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET verified = verified + 1;
END;--> statement-breakpoint
INSERT INTO issuer_days (issuer_id, day, issued, verified, revoked, expiring)
	SELECT issuer_id, day, sum(issued), sum(verified), sum(revoked), sum(expiring) FROM (
		SELECT issuer_id, date(created_at / 1000, 'unixepoch') AS day, 1 AS issued, 0 AS verified, 0 AS revoked, 0 AS expiring FROM certificates
		UNION ALL SELECT issuer_id, date(paid_at / 1000, 'unixepoch'), 0, 1, 0, 0 FROM verifications WHERE paid_at IS NOT NULL
		UNION ALL SELECT issuer_id, date(revoked_at / 1000, 'unixepoch'), 0, 0, 1, 0 FROM certificate_revocations
		UNION ALL SELECT issuer_id, expiry_date, 0, 0, 0, 1 FROM certificates
			WHERE expiry_date IS NOT NULL AND seq NOT IN (SELECT certificate_seq FROM certificate_revocations)
	) GROUP BY issuer_id, day;
