CREATE TABLE `course_drafts` (
	`course_seq` integer PRIMARY KEY NOT NULL,
	`drafted_at` integer NOT NULL,
	FOREIGN KEY (`course_seq`) REFERENCES `courses`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `lesson_captions` (
	`lesson_id` text NOT NULL,
	`language` text NOT NULL,
	`cues` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`lesson_id`, `language`),
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `lesson_files` (
	`id` text PRIMARY KEY NOT NULL,
	`media_id` text NOT NULL,
	`lesson_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lesson_files_by_lesson` ON `lesson_files` (`lesson_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `lesson_files_by_media` ON `lesson_files` (`media_id`);--> statement-breakpoint
CREATE TABLE `lesson_texts` (
	`lesson_id` text PRIMARY KEY NOT NULL,
	`markdown` text NOT NULL,
	`html` text NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `quiz_answers` (
	`attempt_seq` integer NOT NULL,
	`question_id` text NOT NULL,
	`value` text NOT NULL,
	`answered_at` integer NOT NULL,
	`score` integer,
	PRIMARY KEY(`attempt_seq`, `question_id`),
	FOREIGN KEY (`attempt_seq`) REFERENCES `quiz_attempts`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `quiz_attempts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`quiz_seq` integer NOT NULL,
	`lesson_id` text NOT NULL,
	`user_id` text NOT NULL,
	`seed` integer NOT NULL,
	`started_at` integer NOT NULL,
	`deadline` integer,
	`ended_at` integer,
	`score` integer,
	`points` integer,
	`passed` integer,
	FOREIGN KEY (`quiz_seq`) REFERENCES `quizzes`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quiz_attempts_id_unique` ON `quiz_attempts` (`id`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_quiz` ON `quiz_attempts` (`quiz_seq`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_lesson` ON `quiz_attempts` (`lesson_id`,`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_user` ON `quiz_attempts` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `quiz_attempts_open` ON `quiz_attempts` (`lesson_id`,`user_id`) WHERE "quiz_attempts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `quiz_attempts_due` ON `quiz_attempts` (`deadline`) WHERE "quiz_attempts"."ended_at" is null and "quiz_attempts"."deadline" is not null;--> statement-breakpoint
CREATE TABLE `quizzes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`lesson_id` text NOT NULL,
	`pass_mark` integer NOT NULL,
	`attempts` integer,
	`time_limit_seconds` integer,
	`shuffle` integer NOT NULL,
	`questions` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quizzes_id_unique` ON `quizzes` (`id`);--> statement-breakpoint
CREATE INDEX `quizzes_by_lesson` ON `quizzes` (`lesson_id`,`seq`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_lessons` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text DEFAULT 'video' NOT NULL,
	`module_id` text NOT NULL,
	`title` text NOT NULL,
	`duration` text NOT NULL,
	`duration_seconds` integer NOT NULL,
	`video_id` text,
	`position` integer NOT NULL,
	`drafted_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`video_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lessons_video" CHECK(("__new_lessons"."type" = 'video') = ("__new_lessons"."video_id" is not null))
);
--> statement-breakpoint
INSERT INTO `__new_lessons`("seq", "id", "type", "module_id", "title", "duration", "duration_seconds", "video_id", "position", "drafted_at", "created_at") SELECT "seq", "id", 'video', "module_id", "title", "duration", "duration_seconds", "video_id", "position", NULL, "created_at" FROM `lessons`;--> statement-breakpoint
DROP TABLE `lessons`;--> statement-breakpoint
ALTER TABLE `__new_lessons` RENAME TO `lessons`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `lessons_id_unique` ON `lessons` (`id`);--> statement-breakpoint
CREATE INDEX `lessons_by_module` ON `lessons` (`module_id`,`position`);--> statement-breakpoint
CREATE INDEX `lessons_by_video` ON `lessons` (`video_id`);--> statement-breakpoint
ALTER TABLE `modules` ADD `drafted_at` integer;--> statement-breakpoint
-- Finds lessons of a course, which is the scope, by their words. Texts and transcripts are added when they are saved (app/courses/index-lesson.server.ts).
CREATE VIRTUAL TABLE `lessons_search` USING fts5(
	`scope`, `title`, `text`, `transcript`,
	content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
INSERT INTO `lessons_search` (`rowid`, `scope`, `title`, `text`, `transcript`)
	SELECT l.`seq`, 'c' || c.`seq`, l.`title`, coalesce(t.`markdown`, ''), ''
	FROM `lessons` l JOIN `modules` m ON m.`id` = l.`module_id` JOIN `courses` c ON c.`id` = m.`course_id`
	LEFT JOIN `lesson_texts` t ON t.`lesson_id` = l.`id`;--> statement-breakpoint
CREATE TRIGGER `lessons_search_insert` AFTER INSERT ON `lessons` BEGIN
	INSERT INTO `lessons_search` (`rowid`, `scope`, `title`, `text`, `transcript`)
	SELECT new.`seq`, 'c' || c.`seq`, new.`title`, '', ''
	FROM `modules` m JOIN `courses` c ON c.`id` = m.`course_id` WHERE m.`id` = new.`module_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lessons_search_delete` AFTER DELETE ON `lessons` BEGIN
	DELETE FROM `lessons_search` WHERE `rowid` = old.`seq`;
END;
--> statement-breakpoint
CREATE TABLE `account_deletions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`indexed_seq` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_deletions_due` ON `account_deletions` (`due_at`);--> statement-breakpoint
CREATE TABLE `data_exports` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`requested_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`bytes` integer,
	`expires_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `data_exports_id_unique` ON `data_exports` (`id`);--> statement-breakpoint
CREATE INDEX `data_exports_by_user` ON `data_exports` (`user_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `data_exports_running` ON `data_exports` (`user_id`) WHERE "data_exports"."bytes" is null;--> statement-breakpoint
CREATE INDEX `data_exports_due` ON `data_exports` (`next_attempt_at`) WHERE "data_exports"."bytes" is null;--> statement-breakpoint
CREATE INDEX `data_exports_by_expiry` ON `data_exports` (`expires_at`) WHERE "data_exports"."bytes" is not null;--> statement-breakpoint
CREATE TABLE `erasures` (
	`certificate_id` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL,
	`erased_by` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`erased_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `erasures_by_eraser` ON `erasures` (`erased_by`);--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`account_id` text,
	`learner_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`learner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_unique` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_by_account` ON `events` (`account_id`,`type`,`seq`);--> statement-breakpoint
CREATE INDEX `events_by_learner` ON `events` (`learner_id`,`type`,`seq`) WHERE "events"."learner_id" is not null;--> statement-breakpoint
CREATE INDEX `events_by_object` ON `events` (`object_id`);--> statement-breakpoint
CREATE INDEX `events_by_created` ON `events` (`created_at`);--> statement-breakpoint
CREATE TABLE `remembered_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`sealed_body` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `remembered_answers_by_user` ON `remembered_answers` (`user_id`);--> statement-breakpoint
CREATE INDEX `remembered_answers_by_created` ON `remembered_answers` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`webhook_seq` integer NOT NULL,
	`event_seq` integer NOT NULL,
	`order_key` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`first_tried_at` integer,
	`last_tried_at` integer,
	`next_attempt_at` integer,
	`delivered_at` integer,
	`status` integer,
	`error` text,
	FOREIGN KEY (`webhook_seq`) REFERENCES `webhooks`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_seq`) REFERENCES `events`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_id_unique` ON `webhook_deliveries` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_by_webhook` ON `webhook_deliveries` (`webhook_seq`,`event_seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_listed` ON `webhook_deliveries` (`webhook_seq`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`event_seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_seq`,`order_key`,`event_seq`) WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`next_attempt_at`) WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`of_organisation` integer NOT NULL,
	`url` text NOT NULL,
	`types` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`sealed_old_secret` text,
	`old_secret_until` integer,
	`queued_seq` integer NOT NULL,
	`created_at` integer NOT NULL,
	`failing_since` integer,
	`switched_off_at` integer,
	`switched_off_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_id_unique` ON `webhooks` (`id`);--> statement-breakpoint
CREATE INDEX `webhooks_by_user` ON `webhooks` (`user_id`,`seq`);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `completion_certificates` (
	`completion_seq` integer PRIMARY KEY NOT NULL,
	`course_id` text,
	`issuer_id` text NOT NULL,
	`learner_name` text NOT NULL,
	`requested_at` integer NOT NULL,
	`approved_at` integer,
	`approved_by` text,
	`certificate_id` text,
	FOREIGN KEY (`completion_seq`) REFERENCES `course_completions`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `completion_certificates_certificate_id_unique` ON `completion_certificates` (`certificate_id`);--> statement-breakpoint
CREATE INDEX `completion_certificates_by_course` ON `completion_certificates` (`course_id`);--> statement-breakpoint
CREATE INDEX `completion_certificates_by_issuer` ON `completion_certificates` (`issuer_id`);--> statement-breakpoint
CREATE INDEX `completion_certificates_by_approver` ON `completion_certificates` (`approved_by`);--> statement-breakpoint
CREATE INDEX `completion_certificates_to_approve` ON `completion_certificates` (`course_id`,`completion_seq`) WHERE "completion_certificates"."approved_at" is null;--> statement-breakpoint
CREATE INDEX `completion_certificates_to_issue` ON `completion_certificates` (`issuer_id`,`completion_seq`) WHERE "completion_certificates"."certificate_id" is null and "completion_certificates"."approved_at" is not null;--> statement-breakpoint
CREATE TABLE `completion_settings` (
	`course_id` text PRIMARY KEY NOT NULL,
	`rule` text NOT NULL,
	`in_order` integer NOT NULL,
	`certificate` text NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `course_completions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`course_id` text,
	`user_id` text NOT NULL,
	`issuer_id` text NOT NULL,
	`course_title` text NOT NULL,
	`course_version` integer NOT NULL,
	`rule` text NOT NULL,
	`duration_seconds` integer NOT NULL,
	`completed_at` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`issuer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `course_completions_id_unique` ON `course_completions` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `course_completions_once` ON `course_completions` (`course_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `course_completions_by_user` ON `course_completions` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `course_completions_by_issuer` ON `course_completions` (`issuer_id`);--> statement-breakpoint
CREATE TABLE `lesson_figures` (
	`lesson_id` text PRIMARY KEY NOT NULL,
	`begun` integer DEFAULT 0 NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `lesson_progress` (
	`course_id` text NOT NULL,
	`user_id` text NOT NULL,
	`lesson_id` text NOT NULL,
	`position_ms` integer DEFAULT 0 NOT NULL,
	`ranges` text DEFAULT '[]' NOT NULL,
	`watched_ms` integer DEFAULT 0 NOT NULL,
	`active_at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`course_id`, `user_id`, `lesson_id`),
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lesson_progress_by_user` ON `lesson_progress` (`user_id`);--> statement-breakpoint
CREATE INDEX `lesson_progress_by_lesson` ON `lesson_progress` (`lesson_id`);--> statement-breakpoint
CREATE TABLE `video_lengths` (
	`media_id` text PRIMARY KEY NOT NULL,
	`length_ms` integer,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `enrolments_by_time` ON `enrolments` (`course_id`,`enrolled_at`,`user_id`);--> statement-breakpoint
CREATE TRIGGER `lesson_figures_insert` AFTER INSERT ON `lesson_progress` BEGIN
	INSERT INTO `lesson_figures` (`lesson_id`, `begun`, `done`) VALUES (new.`lesson_id`, 1, new.`done_at` IS NOT NULL)
	ON CONFLICT (`lesson_id`) DO UPDATE SET `begun` = `begun` + 1, `done` = `done` + excluded.`done`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_figures_update` AFTER UPDATE OF `done_at` ON `lesson_progress`
WHEN (old.`done_at` IS NULL) <> (new.`done_at` IS NULL) BEGIN
	UPDATE `lesson_figures` SET `done` = `done` + iif(new.`done_at` IS NULL, -1, 1) WHERE `lesson_id` = new.`lesson_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lesson_figures_delete` AFTER DELETE ON `lesson_progress` BEGIN
	UPDATE `lesson_figures` SET `begun` = `begun` - 1, `done` = `done` - (old.`done_at` IS NOT NULL) WHERE `lesson_id` = old.`lesson_id`;
END;
--> statement-breakpoint
-- What is removed from the search indexes leaves no trace in them (FTS5, section 6.8).
INSERT INTO `certificate_search` (`certificate_search`, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `verification_search` (`verification_search`, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TABLE `cosigned_checkpoints` (
	`log` integer NOT NULL,
	`size` integer NOT NULL,
	`note` text NOT NULL,
	`cosignatures` integer NOT NULL,
	PRIMARY KEY(`log`, `size`)
);
--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_by_user` ON `passkey_challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_by_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `proved_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `second_factor_at` integer;
--> statement-breakpoint
DROP INDEX `webhook_deliveries_waiting`;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_in_order` ON `webhook_deliveries` (`webhook_seq`,`order_key`,`event_seq`) WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_seq`,`event_seq`) WHERE "webhook_deliveries"."next_attempt_at" is not null;
--> statement-breakpoint
CREATE TABLE `email_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`requested_at` integer NOT NULL,
	`confirm_hash` text NOT NULL,
	`confirmed_at` integer,
	`undo_hash` text,
	`undone_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_id_unique` ON `email_changes` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_confirm_hash_unique` ON `email_changes` (`confirm_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_undo_hash_unique` ON `email_changes` (`undo_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_by_user` ON `email_changes` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `email_changes_by_old_email` ON `email_changes` (`old_email`);--> statement-breakpoint
CREATE INDEX `email_changes_by_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `second_factor_resets` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`reason` text NOT NULL,
	`requested_at` integer NOT NULL,
	`effective_at` integer NOT NULL,
	`objected_at` integer,
	`done_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `second_factor_resets_id_unique` ON `second_factor_resets` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `second_factor_resets_open` ON `second_factor_resets` (`user_id`) WHERE "second_factor_resets"."objected_at" is null and "second_factor_resets"."done_at" is null;--> statement-breakpoint
CREATE INDEX `second_factor_resets_due` ON `second_factor_resets` (`effective_at`) WHERE "second_factor_resets"."objected_at" is null and "second_factor_resets"."done_at" is null;--> statement-breakpoint
CREATE INDEX `second_factor_resets_by_user` ON `second_factor_resets` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `second_factor_resets_by_requester` ON `second_factor_resets` (`requested_by`);
--> statement-breakpoint
CREATE TABLE `courses_to_check` (
	`course_id` text PRIMARY KEY NOT NULL,
	`after_user` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `open_erasures` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`issuer_id` text NOT NULL,
	`erased_by` text NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	FOREIGN KEY (`erased_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `open_erasures_once` ON `open_erasures` (`email`,`issuer_id`);--> statement-breakpoint
CREATE INDEX `open_erasures_by_eraser` ON `open_erasures` (`erased_by`);--> statement-breakpoint
CREATE TABLE `former_verifier_texts` (
	`user_id` text NOT NULL,
	`until_seq` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`user_id`, `until_seq`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TRIGGER `users_former_texts` AFTER UPDATE OF `name`, `email` ON `users`
WHEN new.`deleted_at` IS NULL AND (old.`name` IS NOT new.`name` OR old.`email` IS NOT new.`email`)
  AND EXISTS (SELECT 1 FROM `verifications` WHERE `verifier_id` = old.`id`)
BEGIN
  -- What is indexed up to here has the text before the first of several changes.
  INSERT INTO `former_verifier_texts` (`user_id`, `until_seq`, `text`)
  VALUES (old.`id`, (SELECT max(`seq`) FROM `verifications`), old.`name` || ' ' || coalesce(old.`email`, ''))
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TABLE `video_conversions` (
	`media_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`permille` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `video_conversions_running` ON `video_conversions` (`media_id`) WHERE "video_conversions"."state" = 'running';--> statement-breakpoint
CREATE TABLE `video_posters` (
	`media_id` text PRIMARY KEY NOT NULL,
	`thumbnail_id` text NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`thumbnail_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `video_posters_thumbnail_id_unique` ON `video_posters` (`thumbnail_id`);
--> statement-breakpoint
CREATE TABLE `course_copies` (
	`course_seq` integer PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	FOREIGN KEY (`course_seq`) REFERENCES `courses`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `invitations` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`organisation_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_id_unique` ON `invitations` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_address` ON `invitations` (`organisation_id`,`email`);--> statement-breakpoint
CREATE INDEX `invitations_by_inviter` ON `invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `invitations_by_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`since` integer NOT NULL,
	`added_by` text,
	PRIMARY KEY(`organisation_id`, `user_id`),
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memberships_owner` ON `memberships` (`organisation_id`) WHERE "memberships"."role" = 'owner';--> statement-breakpoint
CREATE INDEX `memberships_by_user` ON `memberships` (`user_id`,`organisation_id`);--> statement-breakpoint
CREATE INDEX `memberships_by_adder` ON `memberships` (`added_by`);--> statement-breakpoint
CREATE TABLE `organisations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organisations_username_unique` ON `organisations` (`username`);--> statement-breakpoint
CREATE INDEX `organisations_by_closer` ON `organisations` (`closed_by`);--> statement-breakpoint
CREATE TABLE `ownership_transfers` (
	`organisation_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`requested_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ownership_transfers_by_user` ON `ownership_transfers` (`user_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `organisation_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `sessions_by_organisation` ON `sessions` (`organisation_id`,`user_id`);--> statement-breakpoint
ALTER TABLE `batches` ADD `started_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `batches_by_member` ON `batches` (`started_by`) WHERE "batches"."started_by" is not null;--> statement-breakpoint
ALTER TABLE `certificates` ADD `issued_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `certificates_by_member` ON `certificates` (`issued_by`) WHERE "certificates"."issued_by" is not null;--> statement-breakpoint
ALTER TABLE `courses` ADD `created_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `courses_by_creator` ON `courses` (`created_by`) WHERE "courses"."created_by" is not null;--> statement-breakpoint
ALTER TABLE `design_versions` ADD `saved_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `design_versions_by_member` ON `design_versions` (`saved_by`) WHERE "design_versions"."saved_by" is not null;--> statement-breakpoint
ALTER TABLE `login_challenges` ADD `organisation_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `login_challenges_by_organisation` ON `login_challenges` (`organisation_id`);--> statement-breakpoint
INSERT INTO `organisations` (`id`, `name`, `username`, `created_at`, `closed_at`, `closed_by`) SELECT `id`, `name`, `username`, `created_at`, `deleted_at`, iif(`deleted_at` IS NULL, NULL, `id`) FROM `users` WHERE `role` = 'admin';--> statement-breakpoint
INSERT INTO `memberships` (`organisation_id`, `user_id`, `role`, `since`) SELECT `id`, `id`, 'owner', `created_at` FROM `users` WHERE `role` = 'admin' AND `deleted_at` IS NULL;--> statement-breakpoint
UPDATE `sessions` SET `organisation_id` = `user_id` WHERE `user_id` IN (SELECT `organisation_id` FROM `memberships`);
