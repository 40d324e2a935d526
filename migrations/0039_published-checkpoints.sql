CREATE TABLE `published_checkpoints` (
	`log` integer PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`note` text NOT NULL
);
