ALTER TABLE `reading_imports` ADD `undone` text;--> statement-breakpoint
ALTER TABLE `reading_imports` ADD `request_key` text;--> statement-breakpoint
CREATE INDEX `reading_imports_by_request` ON `reading_imports` (`request_key`) WHERE request_key IS NOT NULL;