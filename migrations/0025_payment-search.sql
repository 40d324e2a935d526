CREATE INDEX `refunds_by_time` ON `refunds` (`requested_at`);--> statement-breakpoint
CREATE INDEX `payments_by_state` ON `payments` (`state`,`seq`);--> statement-breakpoint
CREATE INDEX `payments_by_creation` ON `payments` (`created_at`,`seq`);--> statement-breakpoint
CREATE INDEX `payments_income` ON `payments` (`settled_at`,`amount_minor`) WHERE "payments"."receipt_number" is not null;