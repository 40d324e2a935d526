CREATE TABLE `audit_rows` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`act` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`organisation_id` text,
	`object_kind` text,
	`object_id` text,
	`address` text,
	`session_id` text,
	`before` text,
	`after` text,
	`previous` blob NOT NULL,
	`hash` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_rows_by_act` ON `audit_rows` (`act`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_rows_by_time` ON `audit_rows` (`at`);--> statement-breakpoint
CREATE INDEX `audit_rows_by_actor` ON `audit_rows` (`actor_id`,`seq`) WHERE "audit_rows"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX `audit_rows_by_organisation` ON `audit_rows` (`organisation_id`,`seq`) WHERE "audit_rows"."organisation_id" is not null;--> statement-breakpoint
CREATE INDEX `audit_rows_by_object` ON `audit_rows` (`object_id`,`seq`) WHERE "audit_rows"."object_id" is not null;--> statement-breakpoint
CREATE INDEX `audit_rows_by_address` ON `audit_rows` (`address`,`seq`) WHERE "audit_rows"."address" is not null;--> statement-breakpoint
CREATE TABLE `audit_salts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`salt` blob NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TRIGGER `audit_rows_unchanged` BEFORE UPDATE ON `audit_rows` BEGIN
  SELECT RAISE(ABORT, 'rows of the audit trail do not change');
END;--> statement-breakpoint
CREATE TRIGGER `audit_rows_continued` BEFORE INSERT ON `audit_rows`
WHEN new.seq <= (SELECT coalesce(max(seq), 0) FROM audit_rows) OR new.previous IS NOT coalesce((SELECT hash FROM audit_rows ORDER BY seq DESC LIMIT 1), x'') BEGIN
  SELECT RAISE(ABORT, 'a row of the audit trail must continue its chain');
END;--> statement-breakpoint
CREATE TRIGGER `audit_rows_expired` BEFORE INSERT ON `audit_rows`
WHEN new.act = 'audit.expired' AND EXISTS (SELECT 1 FROM audit_rows WHERE seq <= CAST(new.object_id AS integer) AND at > new.at - 7776000000) BEGIN
  SELECT RAISE(ABORT, 'rows of the audit trail are kept for 90 days');
END;--> statement-breakpoint
CREATE TRIGGER `audit_rows_kept` BEFORE DELETE ON `audit_rows`
WHEN old.seq > coalesce((SELECT CAST(object_id AS integer) FROM audit_rows WHERE act = 'audit.expired' ORDER BY seq DESC LIMIT 1), 0) BEGIN
  SELECT RAISE(ABORT, 'rows of the audit trail are kept');
END;
