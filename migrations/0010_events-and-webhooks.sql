CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`account_id` text,
	`learner_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`learner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_unique` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_by_account` ON `events` (`account_id`,`type`,`seq`);--> statement-breakpoint
CREATE INDEX `events_by_learner` ON `events` (`learner_id`,`type`,`seq`) WHERE "events"."learner_id" is not null;--> statement-breakpoint
CREATE INDEX `events_by_object` ON `events` (`object_id`);--> statement-breakpoint
CREATE INDEX `events_by_created` ON `events` (`created_at`);--> statement-breakpoint
CREATE TABLE `remembered_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`sealed_body` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `remembered_answers_by_user` ON `remembered_answers` (`user_id`);--> statement-breakpoint
CREATE INDEX `remembered_answers_by_created` ON `remembered_answers` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`webhook_seq` integer NOT NULL,
	`event_seq` integer NOT NULL,
	`order_key` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`first_tried_at` integer,
	`last_tried_at` integer,
	`next_attempt_at` integer,
	`delivered_at` integer,
	`status` integer,
	`error` text,
	FOREIGN KEY (`webhook_seq`) REFERENCES `webhooks`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_seq`) REFERENCES `events`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_id_unique` ON `webhook_deliveries` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_by_webhook` ON `webhook_deliveries` (`webhook_seq`,`event_seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_listed` ON `webhook_deliveries` (`webhook_seq`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`event_seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_seq`,`order_key`,`event_seq`) WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`next_attempt_at`) WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`url` text NOT NULL,
	`types` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`sealed_old_secret` text,
	`old_secret_until` integer,
	`queued_seq` integer NOT NULL,
	`created_at` integer NOT NULL,
	`failing_since` integer,
	`switched_off_at` integer,
	`switched_off_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_id_unique` ON `webhooks` (`id`);--> statement-breakpoint
CREATE INDEX `webhooks_by_user` ON `webhooks` (`user_id`,`seq`);