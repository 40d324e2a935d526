CREATE TABLE `coupon_uses` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`coupon_id` text NOT NULL,
	`user_id` text NOT NULL,
	`course_id` text,
	`payment_id` text,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_uses_payment_id_unique` ON `coupon_uses` (`payment_id`);--> statement-breakpoint
CREATE INDEX `coupon_uses_by_coupon` ON `coupon_uses` (`coupon_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `coupon_uses_by_user` ON `coupon_uses` (`user_id`);--> statement-breakpoint
CREATE INDEX `coupon_uses_by_course` ON `coupon_uses` (`course_id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` text NOT NULL,
	`code` text NOT NULL,
	`percent` integer,
	`amount_minor` integer,
	`for_all_courses` integer NOT NULL,
	`course_id` text,
	`valid_from` text,
	`valid_until` text,
	`max_uses` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "coupons_discount" CHECK(("coupons"."percent" is null) <> ("coupons"."amount_minor" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_id_unique` ON `coupons` (`id`);--> statement-breakpoint
CREATE INDEX `coupons_by_owner` ON `coupons` (`owner_id`,`seq`);--> statement-breakpoint
CREATE INDEX `coupons_by_code` ON `coupons` (`owner_id`,`code`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_one_code` ON `coupons` (`owner_id`,`code`) WHERE "coupons"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `coupons_by_course` ON `coupons` (`course_id`);