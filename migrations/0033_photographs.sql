DROP INDEX `field_pictures_unused`;--> statement-breakpoint
ALTER TABLE `field_pictures` ADD `uses` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `field_pictures_unused` ON `field_pictures` (`issuer_id`,`draft_since`) WHERE "field_pictures"."draft_since" is not null;