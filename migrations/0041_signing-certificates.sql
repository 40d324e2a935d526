CREATE TABLE `signing_certificates` (
	`hash` text PRIMARY KEY NOT NULL,
	`first_used_at` integer NOT NULL
);
