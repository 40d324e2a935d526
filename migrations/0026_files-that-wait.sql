ALTER TABLE `batches` ADD `reading` text;--> statement-breakpoint
ALTER TABLE `batches` ADD `header_hash` text;--> statement-breakpoint
ALTER TABLE `batches` ADD `file` blob;--> statement-breakpoint
CREATE INDEX `batches_by_header` ON `batches` (`issuer_id`,`header_hash`,`seq`) WHERE "batches"."header_hash" is not null;