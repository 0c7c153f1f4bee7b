CREATE TABLE `reading_verdicts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`verdict` text NOT NULL,
	`reason` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text
);
--> statement-breakpoint
CREATE INDEX `reading_verdicts_by_device` ON `reading_verdicts` (`device_id`);