CREATE TABLE `bulk_change_parts` (
	`change_id` text NOT NULL,
	`part` integer NOT NULL,
	`items` text NOT NULL,
	PRIMARY KEY(`change_id`, `part`)
);
--> statement-breakpoint
CREATE TABLE `bulk_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`what` text NOT NULL,
	`begun_by` text NOT NULL,
	`origin` text NOT NULL,
	`at` integer NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `account` ADD `object_told_percent` integer DEFAULT 0 NOT NULL;