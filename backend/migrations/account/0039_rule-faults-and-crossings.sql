ALTER TABLE `alert_events` ADD `crossings` integer;--> statement-breakpoint
ALTER TABLE `alerts` ADD `fault` text;