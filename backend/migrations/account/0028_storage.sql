CREATE TABLE `retention_shortenings` (
	`device_id` text PRIMARY KEY NOT NULL,
	`days` integer NOT NULL,
	`decided_at` integer NOT NULL,
	`decided_seq` integer NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `retention_shortenings_by_due` ON `retention_shortenings` (`due_at`);--> statement-breakpoint
ALTER TABLE `account` ADD `is_quota_binding` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `when_full` text DEFAULT 'refuse' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `notified_percent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `full_since` integer;--> statement-breakpoint
ALTER TABLE `account` ADD `full_notified_at` integer;--> statement-breakpoint
ALTER TABLE `account` ADD `retention_days` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `kept_days` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `settled_days` integer;--> statement-breakpoint
UPDATE `devices` SET `kept_days` = `retention_days`, `settled_days` = `retention_days`;--> statement-breakpoint
CREATE INDEX `devices_unsettled` ON `devices` (`id`) WHERE retention_days IS NOT settled_days;