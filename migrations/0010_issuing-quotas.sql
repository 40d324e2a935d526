CREATE TABLE `issuer_quotas` (
	`user_id` text PRIMARY KEY NOT NULL,
	`day` text DEFAULT '' NOT NULL,
	`issued` integer DEFAULT 0 NOT NULL,
	`per_day` integer,
	`set_by` text,
	`set_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `issuer_quotas_by_setter` ON `issuer_quotas` (`set_by`);