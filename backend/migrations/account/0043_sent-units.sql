CREATE TABLE `sent_units` (
	`channel_id` text NOT NULL,
	`spelling` text NOT NULL,
	`channel_unit` text NOT NULL,
	`device_id` text NOT NULL,
	`unit` text NOT NULL,
	`value` real NOT NULL,
	`first_at` integer NOT NULL,
	`meaning` text,
	`decided_by` text,
	`decided_at` integer,
	PRIMARY KEY(`channel_id`, `spelling`, `channel_unit`)
);
--> statement-breakpoint
CREATE INDEX `sent_units_by_device` ON `sent_units` (`device_id`);--> statement-breakpoint
CREATE INDEX `sent_units_open` ON `sent_units` (`device_id`) WHERE meaning IS NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `units_checked_from` integer;--> statement-breakpoint
ALTER TABLE `device_uplinks` ADD `clock_behind_ms` integer;--> statement-breakpoint
CREATE INDEX `device_uplinks_behind` ON `device_uplinks` (`device_id`,`clock_behind_ms`) WHERE clock_behind_ms IS NOT NULL;--> statement-breakpoint
ALTER TABLE `report_runs` ADD `method` integer;