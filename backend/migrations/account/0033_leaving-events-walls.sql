CREATE TABLE `walls` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`name` text NOT NULL,
	`token_digest` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_seen_at` integer
);
--> statement-breakpoint
CREATE TABLE `reading_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`seq` integer NOT NULL,
	`from` integer,
	`to` integer,
	`is_gone` integer NOT NULL,
	`group_ids` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`reminded_at` integer,
	`closed_at` integer
);
--> statement-breakpoint
CREATE TABLE `data_export_files` (
	`export_id` text NOT NULL,
	`number` integer NOT NULL,
	`path` text NOT NULL,
	`source` text NOT NULL,
	`report_key` text,
	`cursor` text,
	`objects` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`crc` integer DEFAULT 0 NOT NULL,
	`sha256` text,
	`archive` integer,
	PRIMARY KEY(`export_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `data_export_files_by_archive` ON `data_export_files` (`export_id`,`archive`,`number`);--> statement-breakpoint
CREATE INDEX `data_export_files_by_report` ON `data_export_files` (`report_key`) WHERE report_key IS NOT NULL;--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`requested_by_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`stage` text NOT NULL,
	`after_id` text DEFAULT '' NOT NULL,
	`devices` integer NOT NULL,
	`devices_done` integer DEFAULT 0 NOT NULL,
	`archives` text NOT NULL,
	`finished_at` integer,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `data_exports_by_due` ON `data_exports` (`due_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`topics` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` integer,
	`is_enabled` integer NOT NULL,
	`stopped_at` integer,
	`last_sent_at` integer,
	`failing_since` integer,
	`waiting` integer DEFAULT 0 NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`minute_from` integer DEFAULT 0 NOT NULL,
	`minute_count` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `messages_to_webhooks` ON `messages` (`recipient_key`,`id`) WHERE substr(recipient_key, 1, 8) = 'webhook:';