CREATE TABLE `certificate_credentials` (
	`certificate_seq` integer PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`status_list` integer NOT NULL,
	`status_index` integer NOT NULL,
	FOREIGN KEY (`certificate_seq`) REFERENCES `certificates`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`status_list`) REFERENCES `status_lists`(`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_credentials_by_status` ON `certificate_credentials` (`status_list`,`status_index`);--> statement-breakpoint
CREATE TABLE `issuer_keys` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner` text NOT NULL,
	`version` integer NOT NULL,
	`multikey` text NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `issuer_keys_multikey_unique` ON `issuer_keys` (`multikey`);--> statement-breakpoint
CREATE UNIQUE INDEX `issuer_keys_by_owner` ON `issuer_keys` (`owner`,`version`);--> statement-breakpoint
CREATE TABLE `status_lists` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`issuer_id` text NOT NULL,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `status_lists_by_issuer` ON `status_lists` (`issuer_id`,`number`);--> statement-breakpoint
CREATE TABLE `installation` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_entries` (
	`seq` integer PRIMARY KEY NOT NULL,
	`entry` text NOT NULL,
	`type` text NOT NULL,
	`salt` blob,
	`subject` integer,
	`document` blob
);
--> statement-breakpoint
CREATE INDEX `log_entries_by_subject` ON `log_entries` (`subject`,`type`);--> statement-breakpoint
CREATE TABLE `log_nodes` (
	`log` integer NOT NULL,
	`level` integer NOT NULL,
	`position` integer NOT NULL,
	`hash` blob NOT NULL,
	PRIMARY KEY(`log`, `level`, `position`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `logs` (
	`number` integer PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`verifier_key` text NOT NULL,
	`first_seq` integer NOT NULL,
	`size` integer NOT NULL,
	`checkpoint` text NOT NULL,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `logs_origin_unique` ON `logs` (`origin`);