CREATE TABLE `credit_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`currency` text NOT NULL,
	`limit_minor` integer NOT NULL,
	`owed_minor` integer DEFAULT 0 NOT NULL,
	`stated_seq` integer DEFAULT 0 NOT NULL,
	`set_by` text NOT NULL,
	`set_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_limit_is_no_debt" CHECK("credit_accounts"."limit_minor" >= 0)
);
--> statement-breakpoint
CREATE INDEX `credit_accounts_by_setter` ON `credit_accounts` (`set_by`);--> statement-breakpoint
CREATE TABLE `credit_entries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer DEFAULT 0 NOT NULL,
	`tax_minor` integer DEFAULT 0 NOT NULL,
	`limit_minor` integer NOT NULL,
	`owed_minor` integer NOT NULL,
	`payment_id` text,
	`statement_id` text,
	`title` text,
	`by` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `credit_accounts`(`user_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`statement_id`) REFERENCES `credit_statements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `credit_entries_by_account` ON `credit_entries` (`user_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_entries_once` ON `credit_entries` (`payment_id`,`kind`) WHERE "credit_entries"."payment_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `credit_entries_one_settlement` ON `credit_entries` (`statement_id`) WHERE "credit_entries"."statement_id" is not null;--> statement-breakpoint
CREATE INDEX `credit_entries_by_person` ON `credit_entries` (`by`) WHERE "credit_entries"."by" is not null;--> statement-breakpoint
CREATE TABLE `credit_statements` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`user_id` text NOT NULL,
	`month` text NOT NULL,
	`issued_at` integer NOT NULL,
	`after_seq` integer NOT NULL,
	`through_seq` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`facts` text NOT NULL,
	`settled_at` integer,
	`settled_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `credit_accounts`(`user_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_statements_number_unique` ON `credit_statements` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_statements_one_a_month` ON `credit_statements` (`user_id`,`month`);--> statement-breakpoint
CREATE INDEX `credit_statements_by_account` ON `credit_statements` (`user_id`,`number`);--> statement-breakpoint
CREATE INDEX `credit_statements_by_settler` ON `credit_statements` (`settled_by`) WHERE "credit_statements"."settled_by" is not null;