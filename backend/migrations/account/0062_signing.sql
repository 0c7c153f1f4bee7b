ALTER TABLE `account` ADD `signing` text DEFAULT 'anyone' NOT NULL;--> statement-breakpoint
ALTER TABLE `report_runs` ADD `requester_id` text;--> statement-breakpoint
ALTER TABLE `report_versions` ADD `saved_by` text;