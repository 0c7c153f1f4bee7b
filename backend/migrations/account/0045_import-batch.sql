ALTER TABLE `reading_imports` ADD `batch_id` text;--> statement-breakpoint
CREATE INDEX `reading_imports_by_batch` ON `reading_imports` (`batch_id`) WHERE batch_id IS NOT NULL;