ALTER TABLE `alert_events` ADD `is_drill` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `outcome` text;