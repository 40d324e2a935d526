ALTER TABLE `coupons` ADD `created_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `coupons_by_creator` ON `coupons` (`created_by`) WHERE "coupons"."created_by" is not null;