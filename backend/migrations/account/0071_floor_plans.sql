CREATE TABLE `floor_plan_devices` (
	`plan_id` text NOT NULL,
	`device_id` text NOT NULL,
	`x` integer NOT NULL,
	`y` integer NOT NULL,
	`placed_at` integer NOT NULL,
	`absent_since` integer,
	PRIMARY KEY(`plan_id`, `device_id`)
);
--> statement-breakpoint
CREATE INDEX `floor_plan_devices_by_device` ON `floor_plan_devices` (`device_id`);--> statement-breakpoint
CREATE TABLE `floor_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`parent_id` text,
	`name` text NOT NULL,
	`alt_text` text NOT NULL,
	`attachment_id` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`check_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `floor_plans_by_group` ON `floor_plans` (`group_id`);--> statement-breakpoint
CREATE INDEX `floor_plans_by_check` ON `floor_plans` (`check_at`);--> statement-breakpoint
ALTER TABLE `attachments` ADD `width` integer;--> statement-breakpoint
ALTER TABLE `attachments` ADD `height` integer;--> statement-breakpoint
ALTER TABLE `walls` ADD `floor_plan_id` text;