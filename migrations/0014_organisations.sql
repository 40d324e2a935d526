CREATE TABLE `invitations` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`organisation_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_id_unique` ON `invitations` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_address` ON `invitations` (`organisation_id`,`email`);--> statement-breakpoint
CREATE INDEX `invitations_by_inviter` ON `invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `invitations_by_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`since` integer NOT NULL,
	`added_by` text,
	PRIMARY KEY(`organisation_id`, `user_id`),
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memberships_owner` ON `memberships` (`organisation_id`) WHERE "memberships"."role" = 'owner';--> statement-breakpoint
CREATE INDEX `memberships_by_user` ON `memberships` (`user_id`,`organisation_id`);--> statement-breakpoint
CREATE INDEX `memberships_by_adder` ON `memberships` (`added_by`);--> statement-breakpoint
CREATE TABLE `organisations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organisations_username_unique` ON `organisations` (`username`);--> statement-breakpoint
CREATE INDEX `organisations_by_closer` ON `organisations` (`closed_by`);--> statement-breakpoint
CREATE TABLE `ownership_transfers` (
	`organisation_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`requested_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ownership_transfers_by_user` ON `ownership_transfers` (`user_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `organisation_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `sessions_by_organisation` ON `sessions` (`organisation_id`,`user_id`);--> statement-breakpoint
ALTER TABLE `batches` ADD `started_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `batches_by_member` ON `batches` (`started_by`) WHERE "batches"."started_by" is not null;--> statement-breakpoint
ALTER TABLE `certificates` ADD `issued_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `certificates_by_member` ON `certificates` (`issued_by`) WHERE "certificates"."issued_by" is not null;--> statement-breakpoint
ALTER TABLE `courses` ADD `created_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `courses_by_creator` ON `courses` (`created_by`) WHERE "courses"."created_by" is not null;--> statement-breakpoint
ALTER TABLE `design_versions` ADD `saved_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `design_versions_by_member` ON `design_versions` (`saved_by`) WHERE "design_versions"."saved_by" is not null;--> statement-breakpoint
ALTER TABLE `login_challenges` ADD `organisation_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `login_challenges_by_organisation` ON `login_challenges` (`organisation_id`);--> statement-breakpoint
INSERT INTO `organisations` (`id`, `name`, `username`, `created_at`, `closed_at`, `closed_by`) SELECT `id`, `name`, `username`, `created_at`, `deleted_at`, iif(`deleted_at` IS NULL, NULL, `id`) FROM `users` WHERE `role` = 'admin';--> statement-breakpoint
INSERT INTO `memberships` (`organisation_id`, `user_id`, `role`, `since`) SELECT `id`, `id`, 'owner', `created_at` FROM `users` WHERE `role` = 'admin' AND `deleted_at` IS NULL;--> statement-breakpoint
UPDATE `sessions` SET `organisation_id` = `user_id` WHERE `user_id` IN (SELECT `organisation_id` FROM `memberships`);
