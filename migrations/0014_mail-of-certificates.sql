ALTER TABLE `outbox` ADD `certificate_seq` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `issuer_id` text;--> statement-breakpoint
CREATE INDEX `outbox_by_certificate` ON `outbox` (`certificate_seq`,`seq`) WHERE "outbox"."certificate_seq" is not null;--> statement-breakpoint
CREATE INDEX `outbox_troubled` ON `outbox` (`seq`) WHERE "outbox"."last_error" is not null;--> statement-breakpoint
CREATE INDEX `outbox_troubled_by_issuer` ON `outbox` (`issuer_id`,`seq`) WHERE "outbox"."last_error" is not null and "outbox"."issuer_id" is not null;