CREATE TABLE `operator_alerts` (
	`topic` text PRIMARY KEY NOT NULL,
	`message` text NOT NULL,
	`raised_at` integer NOT NULL
);
