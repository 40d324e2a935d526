ALTER TABLE `course_unpublications` ADD `removed_at` integer;--> statement-breakpoint
ALTER TABLE `course_unpublications` ADD `buyers` text DEFAULT 'keep' NOT NULL;