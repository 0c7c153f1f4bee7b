CREATE TABLE `roster_overrides` (
	`id` text PRIMARY KEY NOT NULL,
	`roster_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `roster_overrides_by_roster` ON `roster_overrides` (`roster_id`);--> statement-breakpoint
CREATE TABLE `roster_plans` (
	`roster_id` text NOT NULL,
	`from` integer NOT NULL,
	`plan` text NOT NULL,
	PRIMARY KEY(`roster_id`, `from`)
);
--> statement-breakpoint
CREATE TABLE `rosters` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`fallback_contact_ids` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
