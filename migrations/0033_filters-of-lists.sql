DROP INDEX `verifications_by_issuer`;--> statement-breakpoint
DROP INDEX `verifications_by_verifier`;--> statement-breakpoint
DROP INDEX `verifications_paid`;--> statement-breakpoint
DROP INDEX `verifications_unpaid`;--> statement-breakpoint
DROP INDEX `verifications_paid_by_issuer`;--> statement-breakpoint
DROP INDEX `verifications_unpaid_by_issuer`;--> statement-breakpoint
DROP INDEX `verifications_paid_by_verifier`;--> statement-breakpoint
DROP INDEX `verifications_unpaid_by_verifier`;--> statement-breakpoint
ALTER TABLE `verifications` ADD `course_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `verifications` SET `course_name` = (SELECT c.course_name FROM certificates c WHERE c.id = verifications.certificate_id);--> statement-breakpoint
CREATE INDEX `verifications_by_time` ON `verifications` (`looked_up_at`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_by_issuer_and_course` ON `verifications` (`issuer_id`,`course_name`,`looked_up_at`,`seq`,`paid_at`);--> statement-breakpoint
CREATE INDEX `verifications_by_verifier_and_course` ON `verifications` (`verifier_id`,`course_name`,`looked_up_at`,`seq`,`paid_at`);--> statement-breakpoint
CREATE INDEX `verifications_by_course` ON `verifications` (`course_name`,`looked_up_at`,`seq`,`paid_at`);--> statement-breakpoint
CREATE INDEX `verifications_paid_students` ON `verifications` (`verifier_id`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_by_issuer` ON `verifications` (`issuer_id`,`looked_up_at`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_by_verifier` ON `verifications` (`verifier_id`,`looked_up_at`,`seq`);--> statement-breakpoint
CREATE INDEX `verifications_paid` ON `verifications` (`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid` ON `verifications` (`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `verifications_paid_by_issuer` ON `verifications` (`issuer_id`,`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid_by_issuer` ON `verifications` (`issuer_id`,`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `verifications_paid_by_verifier` ON `verifications` (`verifier_id`,`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `verifications_unpaid_by_verifier` ON `verifications` (`verifier_id`,`looked_up_at`,`seq`) WHERE "verifications"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `certificates_by_course_and_date` ON `certificates` (`issuer_id`,`course_name`,`issue_date`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_of_course` ON `certificates` (`course_name`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_of_issue_date` ON `certificates` (`issue_date`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_of_course_and_date` ON `certificates` (`course_name`,`issue_date`,`seq`);