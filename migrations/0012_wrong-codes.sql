ALTER TABLE `users` ADD `wrong_codes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `login_challenges` ADD `wrong_codes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `trusted_devices_by_token` ON `trusted_devices` (`token_hash`);