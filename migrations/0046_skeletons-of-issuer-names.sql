CREATE TABLE `issuer_name_skeletons` (
	`skeleton` text NOT NULL,
	`user_seq` integer NOT NULL,
	PRIMARY KEY(`skeleton`, `user_seq`),
	FOREIGN KEY (`user_seq`) REFERENCES `users`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `issuer_name_skeletons_by_user` ON `issuer_name_skeletons` (`user_seq`);