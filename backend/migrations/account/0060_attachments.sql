CREATE TABLE `attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`use` text,
	`use_id` text,
	`device_id` text,
	`group_id` text,
	`due_at` integer
);
--> statement-breakpoint
CREATE INDEX `attachments_by_use` ON `attachments` (`use`,`use_id`);--> statement-breakpoint
CREATE INDEX `attachments_by_device` ON `attachments` (`device_id`);--> statement-breakpoint
CREATE INDEX `attachments_by_key` ON `attachments` (`object_key`);--> statement-breakpoint
CREATE INDEX `attachments_by_due` ON `attachments` (`due_at`) WHERE due_at IS NOT NULL;