CREATE TABLE `issuer_name_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`requested_at` integer NOT NULL,
	`decision` text,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `issuer_name_changes_id_unique` ON `issuer_name_changes` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `issuer_name_changes_waiting` ON `issuer_name_changes` (`user_id`) WHERE "issuer_name_changes"."decision" is null;--> statement-breakpoint
CREATE INDEX `issuer_name_changes_by_user` ON `issuer_name_changes` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `issuer_name_changes_by_decider` ON `issuer_name_changes` (`decided_by`);