ALTER TABLE `log_events` ADD `said` text;--> statement-breakpoint
ALTER TABLE `users` ADD `language` text;--> statement-breakpoint
ALTER TABLE `alert_events` ADD `said` text;--> statement-breakpoint
ALTER TABLE `alert_notes` ADD `said` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `language` text;--> statement-breakpoint
ALTER TABLE `report_runs` ADD `notes_said` text;--> statement-breakpoint
ALTER TABLE `report_runs` ADD `error_said` text;--> statement-breakpoint
ALTER TABLE `report_runs` ADD `language` text;