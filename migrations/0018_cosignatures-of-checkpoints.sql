CREATE TABLE `log_cosignatures` (
	`log` integer NOT NULL,
	`witness` text NOT NULL,
	`size` integer NOT NULL,
	`line` text NOT NULL,
	PRIMARY KEY(`log`, `witness`)
);
