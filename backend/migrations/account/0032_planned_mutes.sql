CREATE TABLE `planned_mutes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`windows` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`skipped_until` integer,
	`due_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `planned_mutes_by_target` ON `planned_mutes` (`target_id`);--> statement-breakpoint
CREATE INDEX `planned_mutes_due` ON `planned_mutes` (`due_at`);