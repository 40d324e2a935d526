ALTER TABLE `batches` ADD `design_id` text;--> statement-breakpoint
ALTER TABLE `batches` ADD `design_versions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `batches` SET `design_versions` = (SELECT json_group_array(DISTINCT r.design_version_id) FROM batch_rows r WHERE r.batch_seq = batches.seq AND r.errors IS NULL);