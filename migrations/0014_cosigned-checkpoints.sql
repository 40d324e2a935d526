CREATE TABLE `cosigned_checkpoints` (
	`log` integer NOT NULL,
	`size` integer NOT NULL,
	`note` text NOT NULL,
	`cosignatures` integer NOT NULL,
	PRIMARY KEY(`log`, `size`)
);
