ALTER TABLE `alert_events` ADD `unread` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `measured_logging_seconds` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `measured_upload_seconds` integer;