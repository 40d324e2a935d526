ALTER TABLE `payments` ADD `course_id` text REFERENCES courses(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `payments` ADD `course_title` text;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_success_for_course` ON `payments` (`course_id`,`payer_id`) WHERE "payments"."state" = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_for_course` ON `payments` (`course_id`,`payer_id`) WHERE "payments"."state" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX `payments_by_course` ON `payments` (`course_id`,`seq`);