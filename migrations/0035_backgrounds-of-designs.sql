CREATE TABLE `design_backgrounds` (
	`issuer_id` text NOT NULL,
	`id` text NOT NULL,
	`page` text NOT NULL,
	`png` blob NOT NULL,
	`pdf` blob NOT NULL,
	`words` text NOT NULL,
	`is_vector` integer NOT NULL,
	`draft_since` integer,
	PRIMARY KEY(`issuer_id`, `id`),
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `design_backgrounds_unused` ON `design_backgrounds` (`draft_since`) WHERE "design_backgrounds"."draft_since" is not null;