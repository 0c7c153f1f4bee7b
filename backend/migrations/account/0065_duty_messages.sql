CREATE TABLE `duty_calendars` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_digest` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `duty_calendars_user_id_unique` ON `duty_calendars` (`user_id`);--> statement-breakpoint
CREATE TABLE `roster_swaps` (
	`id` text PRIMARY KEY NOT NULL,
	`roster_id` text NOT NULL,
	`giver_id` text NOT NULL,
	`taker_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`return_from` integer,
	`return_to` integer,
	`state` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `roster_swaps_by_roster` ON `roster_swaps` (`roster_id`);--> statement-breakpoint
CREATE TABLE `roster_watches` (
	`roster_id` text PRIMARY KEY NOT NULL,
	`looked_at` integer NOT NULL,
	`look_at` integer NOT NULL,
	`faults` text DEFAULT '[]' NOT NULL,
	`changed_at` integer,
	`before` text
);
--> statement-breakpoint
CREATE INDEX `roster_watches_due` ON `roster_watches` (`look_at`);--> statement-breakpoint
ALTER TABLE `roster_overrides` ADD `accepted_by` text;