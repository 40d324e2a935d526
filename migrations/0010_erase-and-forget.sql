CREATE TABLE `open_erasures` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`issuer_id` text NOT NULL,
	`erased_by` text NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	FOREIGN KEY (`erased_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `open_erasures_once` ON `open_erasures` (`email`,`issuer_id`);--> statement-breakpoint
CREATE INDEX `open_erasures_by_eraser` ON `open_erasures` (`erased_by`);--> statement-breakpoint
CREATE TABLE `former_verifier_texts` (
	`user_id` text NOT NULL,
	`until_seq` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`user_id`, `until_seq`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TRIGGER `users_former_texts` AFTER UPDATE OF `name`, `email` ON `users`
WHEN new.`deleted_at` IS NULL AND (old.`name` IS NOT new.`name` OR old.`email` IS NOT new.`email`)
  AND EXISTS (SELECT 1 FROM `verifications` WHERE `verifier_id` = old.`id`)
BEGIN
  -- What is indexed up to here has the text before the first of several changes.
  INSERT INTO `former_verifier_texts` (`user_id`, `until_seq`, `text`)
  VALUES (old.`id`, (SELECT max(`seq`) FROM `verifications`), old.`name` || ' ' || coalesce(old.`email`, ''))
  ON CONFLICT DO NOTHING;
END;
