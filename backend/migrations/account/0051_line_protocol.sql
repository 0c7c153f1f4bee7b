CREATE TABLE `line_parts` (
	`key_id` text NOT NULL,
	`place` integer NOT NULL,
	`heard_at` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`key_id`, `place`)
);
--> statement-breakpoint
CREATE INDEX `line_parts_by_time` ON `line_parts` (`heard_at`);--> statement-breakpoint
CREATE TABLE `line_rules` (
	`key_id` text NOT NULL,
	`series` text NOT NULL,
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `series`)
);
--> statement-breakpoint
CREATE INDEX `line_rules_by_channel` ON `line_rules` (`channel_id`);--> statement-breakpoint
CREATE INDEX `line_rules_by_device` ON `line_rules` (`device_id`);