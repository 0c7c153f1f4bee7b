CREATE TABLE `evidence_erasures` (
	`contact_id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `evidence_parts` (
	`object_key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`first_id` text NOT NULL,
	`last_id` text NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer NOT NULL,
	`checksum` text NOT NULL,
	`month_ends_at` integer NOT NULL,
	`facets` text,
	`is_stale` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `evidence_parts_by_id` ON `evidence_parts` (`kind`,`first_id`);--> statement-breakpoint
CREATE INDEX `evidence_parts_by_month` ON `evidence_parts` (`month_ends_at`);--> statement-breakpoint
ALTER TABLE `account` ADD `evidence_retention` text DEFAULT '400d' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `evidence_kept` text DEFAULT '400d' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `evidence_shorter_at` integer;