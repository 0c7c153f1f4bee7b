ALTER TABLE `alert_events` ADD `assignee_id` text;--> statement-breakpoint
CREATE INDEX `alert_events_by_assignee` ON `alert_events` (`assignee_id`) WHERE assignee_id IS NOT NULL AND ended_at IS NULL;