CREATE TABLE `file_formats` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`name` text NOT NULL,
	`header_key` text NOT NULL,
	`settings` text NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `reading_imports` ADD `undone` text;--> statement-breakpoint
ALTER TABLE `reading_imports` ADD `request_key` text;--> statement-breakpoint
CREATE INDEX `reading_imports_by_request` ON `reading_imports` (`request_key`) WHERE request_key IS NOT NULL;