ALTER TABLE `account` ADD `still_out_hours` integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE `alert_events` ADD `roster_id` text;