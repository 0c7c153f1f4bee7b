CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`company_name` text NOT NULL,
	`product_name` text NOT NULL,
	`logo_url` text,
	`time_zone` text NOT NULL,
	`plan_name` text NOT NULL,
	`plan_status` text NOT NULL,
	`trial_ends_at` integer,
	`included_devices` integer,
	`included_users` integer,
	`quota_bytes` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`severity` text NOT NULL,
	`condition` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`scope` text NOT NULL,
	`contact_ids` text NOT NULL,
	`last_fired_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `channels` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`quantity` text NOT NULL,
	`unit` text NOT NULL,
	`decimals` integer NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channels_by_device` ON `channels` (`device_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`full_name` text NOT NULL,
	`company` text DEFAULT '' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`email` text,
	`email_status` text DEFAULT 'unverified' NOT NULL,
	`phone` text,
	`phone_status` text DEFAULT 'unverified' NOT NULL,
	`time_zone` text NOT NULL,
	`last_notified_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`serial_number` text,
	`serial_key` text,
	`description` text DEFAULT '' NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`site` text DEFAULT '' NOT NULL,
	`timezone_offset` integer NOT NULL,
	`time_zone_rule` integer NOT NULL,
	`logging_interval_seconds` integer NOT NULL,
	`upload_interval_seconds` integer NOT NULL,
	`offline_after_seconds` integer,
	`key_digest` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_serial_key_unique` ON `devices` (`serial_key`);--> statement-breakpoint
CREATE TABLE `group_devices` (
	`group_id` text NOT NULL,
	`device_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `device_id`)
);
--> statement-breakpoint
CREATE INDEX `group_devices_by_device` ON `group_devices` (`device_id`);--> statement-breakpoint
CREATE TABLE `groups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`colour` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_events` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`level` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `log_events_by_time` ON `log_events` (`at`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`format` text NOT NULL,
	`schedule` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`contact_ids` text NOT NULL,
	`next_run_at` integer,
	`last_run_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`sub` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`scope` text NOT NULL,
	`status` text NOT NULL,
	`last_seen_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_sub_unique` ON `users` (`sub`);