CREATE TABLE `justified_spans` (
	`seq` integer PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`reason` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text
);
--> statement-breakpoint
CREATE INDEX `justified_spans_by_channel` ON `justified_spans` (`channel_id`,`from`);--> statement-breakpoint
ALTER TABLE `account` ADD `note_kinds` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `log_events` ADD `ends_at` integer;--> statement-breakpoint
ALTER TABLE `log_events` ADD `group_id` text;--> statement-breakpoint
ALTER TABLE `log_events` ADD `kind_id` text;--> statement-breakpoint
ALTER TABLE `log_events` ADD `attachment_id` text;--> statement-breakpoint
ALTER TABLE `log_events` ADD `corrects` text;--> statement-breakpoint
ALTER TABLE `log_events` ADD `corrected_by` text;--> statement-breakpoint
CREATE INDEX `log_events_by_end` ON `log_events` (`ends_at`) WHERE "log_events"."ends_at" is not null;