CREATE TABLE `unrevoked_certificates` (
	`issuer_id` text NOT NULL,
	`student_email` text NOT NULL,
	`course_name` text NOT NULL,
	`student_name` text NOT NULL,
	`expires_on` text NOT NULL,
	`certificate_seq` integer NOT NULL,
	PRIMARY KEY(`issuer_id`, `student_email`, `course_name`, `student_name`, `expires_on`, `certificate_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `verification_follow_ups` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`certificate_id` text,
	`after_seq` integer DEFAULT 0 NOT NULL,
	`payment_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verification_follow_ups_certificate_id_unique` ON `verification_follow_ups` (`certificate_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `verification_follow_ups_payment_id_unique` ON `verification_follow_ups` (`payment_id`);--> statement-breakpoint
CREATE INDEX `verification_follow_ups_due` ON `verification_follow_ups` (`next_attempt_at`,`seq`);--> statement-breakpoint
DROP INDEX `certificates_by_student`;--> statement-breakpoint
CREATE INDEX `verifications_by_payment` ON `verifications` (`payment_id`) WHERE "verifications"."payment_id" is not null;--> statement-breakpoint
INSERT INTO unrevoked_certificates (issuer_id, student_email, course_name, student_name, expires_on, certificate_seq)
	SELECT issuer_id, student_email, course_name, student_name, coalesce(expiry_date, '9999-12-31'), seq FROM certificates
	WHERE id NOT IN (SELECT certificate_id FROM certificate_revocations)
	ORDER BY issuer_id, student_email, course_name, student_name;--> statement-breakpoint
CREATE TRIGGER `certificates_unrevoked` AFTER INSERT ON `certificates` BEGIN
	INSERT INTO unrevoked_certificates (issuer_id, student_email, course_name, student_name, expires_on, certificate_seq)
		VALUES (new.issuer_id, new.student_email, new.course_name, new.student_name, coalesce(new.expiry_date, '9999-12-31'), new.seq);
END;--> statement-breakpoint
CREATE TRIGGER `revocations_unrevoked` AFTER INSERT ON `certificate_revocations` BEGIN
	DELETE FROM unrevoked_certificates WHERE (issuer_id, student_email, course_name, student_name, expires_on, certificate_seq) =
		(SELECT issuer_id, student_email, course_name, student_name, coalesce(expiry_date, '9999-12-31'), seq FROM certificates WHERE seq = new.certificate_seq);
END;
