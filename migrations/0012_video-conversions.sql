CREATE TABLE `video_conversions` (
	`media_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`permille` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `video_conversions_running` ON `video_conversions` (`media_id`) WHERE "video_conversions"."state" = 'running';--> statement-breakpoint
CREATE TABLE `video_posters` (
	`media_id` text PRIMARY KEY NOT NULL,
	`thumbnail_id` text NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`thumbnail_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `video_posters_thumbnail_id_unique` ON `video_posters` (`thumbnail_id`);