CREATE TABLE `derived_channels` (
	`channel_id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`definition` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `derived_channels_by_device` ON `derived_channels` (`device_id`);--> statement-breakpoint
ALTER TABLE `devices` ADD `altitude` real;