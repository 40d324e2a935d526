CREATE TABLE `certificate_fields` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`is_required` integer NOT NULL,
	`visibility` text NOT NULL,
	`is_searched` integer NOT NULL,
	`rules` text NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_fields_id_unique` ON `certificate_fields` (`id`);--> statement-breakpoint
CREATE INDEX `certificate_fields_by_issuer` ON `certificate_fields` (`issuer_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_fields_in_use` ON `certificate_fields` (`issuer_id`,`key`) WHERE "certificate_fields"."retired_at" is null;--> statement-breakpoint
CREATE TABLE `field_numbers` (
	`field_seq` integer NOT NULL,
	`course` text NOT NULL,
	`year` text NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`field_seq`, `course`, `year`),
	FOREIGN KEY (`field_seq`) REFERENCES `certificate_fields`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `field_pictures` (
	`issuer_id` text NOT NULL,
	`hash` text NOT NULL,
	`bytes` blob NOT NULL,
	`draft_since` integer,
	PRIMARY KEY(`issuer_id`, `hash`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `field_pictures_unused` ON `field_pictures` (`draft_since`) WHERE "field_pictures"."draft_since" is not null;--> statement-breakpoint
ALTER TABLE `batch_rows` ADD `fields` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `fields` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `searched_fields` text;--> statement-breakpoint
ALTER TABLE `share_links` ADD `fields` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `share_links` ADD `allows_verifiers_fields` integer DEFAULT false NOT NULL;