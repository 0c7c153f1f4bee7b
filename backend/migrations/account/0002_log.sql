CREATE TABLE `device_states` (
	`device_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`since` integer NOT NULL,
	`is_battery_low` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `failed_jobs` (
	`work` text NOT NULL,
	`subject` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text NOT NULL,
	`set_aside_at` integer,
	PRIMARY KEY(`work`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `integration_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`key_digest` text NOT NULL,
	`previous_key_digest` text,
	`previous_key_until` integer,
	`is_creating_devices` integer NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE TABLE `reading_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`file_name` text NOT NULL,
	`accepted` integer NOT NULL,
	`duplicates` integer NOT NULL,
	`replaced` integer NOT NULL,
	`rejected` integer NOT NULL,
	`from` integer,
	`to` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`settles_at` integer NOT NULL,
	`settled_at` integer,
	`undone_at` integer
);
--> statement-breakpoint
ALTER TABLE `devices` ADD `retention_days` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `key_created_at` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `key_used_at` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `previous_key_digest` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `previous_key_until` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `previous_key_used_at` integer;--> statement-breakpoint
ALTER TABLE `log_events` ADD `author` text;