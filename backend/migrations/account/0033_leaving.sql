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
CREATE INDEX `data_exports_by_due` ON `data_exports` (`due_at`);