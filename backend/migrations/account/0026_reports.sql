CREATE TABLE `file_hashes` (
	`sha256` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`file_id` text NOT NULL,
	`kind` text NOT NULL,
	`company_name` text NOT NULL,
	`product_name` text NOT NULL,
	`made_at` integer NOT NULL,
	`revised_at` integer,
	`signed_at` integer,
	`due_at` integer
);
--> statement-breakpoint
CREATE INDEX `file_hashes_by_run` ON `file_hashes` (`run_id`);--> statement-breakpoint
CREATE INDEX `file_hashes_by_due` ON `file_hashes` (`due_at`);--> statement-breakpoint
CREATE TABLE `identity_confirmations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sign_in` text NOT NULL,
	`purpose` text NOT NULL,
	`confirmed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `report_editions` (
	`file_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `report_editions_by_due` ON `report_editions` (`due_at`);--> statement-breakpoint
CREATE TABLE `report_files` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`object_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`group_id` text,
	`group_name` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `report_files_by_run` ON `report_files` (`run_id`);--> statement-breakpoint
CREATE TABLE `report_garbage` (
	`object_key` text PRIMARY KEY NOT NULL,
	`upload_id` text,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `report_garbage_by_due` ON `report_garbage` (`due_at`);--> statement-breakpoint
CREATE TABLE `report_links` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`file_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`address_version` text NOT NULL,
	`form` text NOT NULL,
	`message_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`opened` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `report_links_by_run` ON `report_links` (`run_id`);--> statement-breakpoint
CREATE TABLE `report_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`definition_version` integer NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`trigger` text NOT NULL,
	`requested_by` text,
	`is_sent` integer NOT NULL,
	`period_key` text,
	`state` text NOT NULL,
	`attempt` integer NOT NULL,
	`lease_until` integer,
	`due_at` integer,
	`kept_from` text,
	`seq` integer,
	`upload_id` text,
	`done` integer,
	`of` integer,
	`rows` integer,
	`excursions` integer,
	`notes` text NOT NULL,
	`error` text,
	`revision` text,
	`queued_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`kept_until` integer
);
--> statement-breakpoint
CREATE INDEX `report_runs_by_report` ON `report_runs` (`report_id`,`id`);--> statement-breakpoint
CREATE INDEX `report_runs_by_due` ON `report_runs` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `report_runs_by_expiry` ON `report_runs` (`kept_until`);--> statement-breakpoint
CREATE UNIQUE INDEX `report_runs_by_period` ON `report_runs` (`report_id`,`period_key`);--> statement-breakpoint
CREATE TABLE `report_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`file_id` text NOT NULL,
	`sha256` text NOT NULL,
	`user_id` text NOT NULL,
	`sub` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`meaning` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `report_signatures_by_run` ON `report_signatures` (`run_id`);--> statement-breakpoint
CREATE TABLE `report_versions` (
	`report_id` text NOT NULL,
	`version` integer NOT NULL,
	`definition` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`report_id`, `version`)
);
--> statement-breakpoint
ALTER TABLE `reports` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `saved_by` text;--> statement-breakpoint
-- Until now only a demo made some, which never ran.
DELETE FROM `reports`;--> statement-breakpoint
CREATE INDEX `reports_by_next_run` ON `reports` (`next_run_at`);