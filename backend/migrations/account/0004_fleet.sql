CREATE TABLE `calibrations` (
	`channel_id` text NOT NULL,
	`from` integer NOT NULL,
	`scale` real NOT NULL,
	`offset` real NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`channel_id`, `from`)
);
--> statement-breakpoint
CREATE TABLE `status_changes` (
	`device_id` text NOT NULL,
	`at` integer NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`at`, `device_id`)
);
--> statement-breakpoint
CREATE TABLE `undos` (
	`id` text NOT NULL,
	`part` integer NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`id`, `part`)
);
--> statement-breakpoint
ALTER TABLE `channels` ADD `min` real;--> statement-breakpoint
ALTER TABLE `channels` ADD `max` real;--> statement-breakpoint
ALTER TABLE `devices` ADD `address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `latitude` real;--> statement-breakpoint
ALTER TABLE `devices` ADD `longitude` real;--> statement-breakpoint
ALTER TABLE `devices` ADD `firmware_version` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `hardware_version` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `power` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `metadata` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `inherits` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `muted_until` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `mute_reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `deleted_from` integer;--> statement-breakpoint
ALTER TABLE `groups` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `groups` ADD `filter` text;--> statement-breakpoint
ALTER TABLE `groups` ADD `defaults` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `devices_being_deleted` ON `devices` (`deleted_from`) WHERE deleted_from IS NOT NULL;