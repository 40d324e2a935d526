CREATE TABLE `certificate_renewals` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`renewal_id` text NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`renewal_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_renewals_renewal_id_unique` ON `certificate_renewals` (`renewal_id`);--> statement-breakpoint
CREATE INDEX `certificates_by_issuer_and_expiry` ON `certificates` (`issuer_id`,`expiry_date`,`seq`) WHERE "certificates"."expiry_date" is not null;
--> statement-breakpoint
CREATE TRIGGER `renewals_counted` AFTER INSERT ON `certificate_renewals` BEGIN
	UPDATE issuer_days SET expiring = expiring - 1 WHERE (issuer_id, day) =
		(SELECT issuer_id, expiry_date FROM certificates WHERE id = new.certificate_id);
END;--> statement-breakpoint
DROP TRIGGER `revocations_counted`;--> statement-breakpoint
CREATE TRIGGER `revocations_counted` AFTER INSERT ON `certificate_revocations` BEGIN
	INSERT INTO issuer_days (issuer_id, day, revoked) VALUES (new.issuer_id, date(new.revoked_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET revoked = revoked + 1;
	UPDATE issuer_days SET expiring = expiring - 1 WHERE issuer_id = new.issuer_id
		AND day = (SELECT expiry_date FROM certificates WHERE seq = new.certificate_seq)
		AND NOT EXISTS (SELECT 1 FROM certificate_renewals WHERE certificate_id = new.certificate_id);
END;--> statement-breakpoint
DROP TRIGGER `verifications_counted`;--> statement-breakpoint
CREATE TRIGGER `verifications_counted` AFTER UPDATE OF paid_at ON `verifications` WHEN old.paid_at IS NULL AND new.paid_at IS NOT NULL
	AND coalesce((SELECT verification_id FROM payments WHERE id = new.payment_id), new.id) = new.id BEGIN
	INSERT INTO issuer_days (issuer_id, day, verified) VALUES (new.issuer_id, date(new.paid_at / 1000, 'unixepoch'), 1)
		ON CONFLICT (issuer_id, day) DO UPDATE SET verified = verified + 1;
END;
