CREATE TABLE `alert_catch_ups` (
	`device_id` text NOT NULL,
	`import_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`device_id`, `import_id`)
);
--> statement-breakpoint
CREATE TABLE `alert_events` (
	`id` text PRIMARY KEY NOT NULL,
	`alert_id` text,
	`device_id` text,
	`channel_id` text,
	`rule_version` integer NOT NULL,
	`rule_name` text NOT NULL,
	`sentence` text NOT NULL,
	`condition` text,
	`severity` text NOT NULL,
	`worst_severity` text NOT NULL,
	`started_at` integer NOT NULL,
	`fired_at` integer NOT NULL,
	`fired_value` real NOT NULL,
	`count` integer NOT NULL,
	`peak` real NOT NULL,
	`peak_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_value` real NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	`is_past` integer DEFAULT false NOT NULL,
	`is_clock_wrong` integer DEFAULT false NOT NULL,
	`stale_since` integer,
	`import_id` text,
	`is_before_messages` integer DEFAULT false NOT NULL,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`muted_until` integer,
	`part_of` text
);
--> statement-breakpoint
CREATE INDEX `alert_events_open` ON `alert_events` (`device_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `alert_events_by_time` ON `alert_events` (`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `alert_events_by_rule` ON `alert_events` (`alert_id`,`fired_at`);--> statement-breakpoint
CREATE INDEX `alert_events_by_whole` ON `alert_events` (`part_of`) WHERE part_of IS NOT NULL;--> statement-breakpoint
CREATE INDEX `alert_events_by_device` ON `alert_events` (`device_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `alert_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`author` text,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alert_notes_by_event` ON `alert_notes` (`event_id`);--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`severity` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`scope` text NOT NULL,
	`contact_ids` text NOT NULL,
	`rule` text NOT NULL,
	`rule_version` integer DEFAULT 1 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
