DROP INDEX `payments_one_success`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_success` ON `payments` (`verification_id`) WHERE "payments"."state" = 'paid';