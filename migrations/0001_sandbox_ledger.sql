CREATE TABLE `sandbox_charges` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`decline_message` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sandbox_charges_reference_unique` ON `sandbox_charges` (`reference`);