CREATE TABLE `file_formats` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`name` text NOT NULL,
	`header_key` text NOT NULL,
	`settings` text NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` text NOT NULL
);
