CREATE INDEX `issuer_decisions_by_decider` ON `issuer_decisions` (`decided_by`);--> statement-breakpoint
CREATE INDEX `certificate_revocations_by_revoker` ON `certificate_revocations` (`revoked_by`);--> statement-breakpoint
CREATE INDEX `media_by_owner` ON `media` (`owner_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `ratings_by_user` ON `ratings` (`user_id`);--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`created_at`) WHERE "outbox"."next_attempt_at" is null;--> statement-breakpoint
CREATE INDEX `support_messages_by_user` ON `support_messages` (`user_id`);--> statement-breakpoint
CREATE INDEX `support_messages_by_handler` ON `support_messages` (`handled_by`);