CREATE TABLE `design_defaults` (
	`issuer_id` text NOT NULL,
	`course_name` text NOT NULL,
	`design_seq` integer NOT NULL,
	PRIMARY KEY(`issuer_id`, `course_name`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`design_seq`) REFERENCES `designs`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `design_defaults_by_design` ON `design_defaults` (`design_seq`);--> statement-breakpoint
CREATE TABLE `design_images` (
	`issuer_id` text NOT NULL,
	`hash` text NOT NULL,
	`bytes` blob NOT NULL,
	`draft_since` integer,
	PRIMARY KEY(`issuer_id`, `hash`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `design_images_unused` ON `design_images` (`draft_since`) WHERE "design_images"."draft_since" is not null;--> statement-breakpoint
CREATE TABLE `design_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`design_seq` integer NOT NULL,
	`number` integer NOT NULL,
	`design` text NOT NULL,
	`expires_after` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`design_seq`) REFERENCES `designs`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `design_versions_by_design` ON `design_versions` (`design_seq`,`number`);--> statement-breakpoint
CREATE TABLE `designs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `designs_id_unique` ON `designs` (`id`);--> statement-breakpoint
CREATE INDEX `designs_by_issuer` ON `designs` (`issuer_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `designs_in_use_by_name` ON `designs` (`issuer_id`,`name`) WHERE "designs"."retired_at" is null;--> statement-breakpoint
ALTER TABLE `batch_rows` ADD `design_version_id` integer REFERENCES design_versions(id);--> statement-breakpoint
ALTER TABLE `certificates` ADD `design_version_id` integer REFERENCES design_versions(id);--> statement-breakpoint
ALTER TABLE `certificates` ADD `design_seq` integer REFERENCES designs(seq);--> statement-breakpoint
CREATE INDEX `certificates_by_design` ON `certificates` (`design_seq`,`seq`,`course_name`,`issue_date`) WHERE "certificates"."design_seq" is not null;