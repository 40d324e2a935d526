DROP INDEX `certificates_expiring_by_issuer`;--> statement-breakpoint
DROP INDEX `certificates_expiring`;--> statement-breakpoint
DROP INDEX `certificates_by_expiry`;--> statement-breakpoint
DROP INDEX `certificates_by_issuer_and_expiry`;--> statement-breakpoint
CREATE INDEX `certificates_by_expiry` ON `certificates` (`expiry_date`,`seq`);--> statement-breakpoint
CREATE INDEX `certificates_by_issuer_and_expiry` ON `certificates` (`issuer_id`,`expiry_date`,`seq`);