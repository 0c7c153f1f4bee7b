CREATE TABLE `round_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`round_id` text NOT NULL,
	`round_name` text NOT NULL,
	`place_id` text NOT NULL,
	`place_name` text NOT NULL,
	`device_ids` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`clock_off_ms` integer,
	`due_at` integer,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`results` text NOT NULL,
	`reason` text NOT NULL,
	`reason_by` text,
	`reason_at` integer
);
--> statement-breakpoint
CREATE INDEX `round_entries_by_round` ON `round_entries` (`round_id`,`at`);--> statement-breakpoint
CREATE INDEX `round_entries_by_receipt` ON `round_entries` (`received_at`);--> statement-breakpoint
CREATE TABLE `round_misses` (
	`round_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`done` integer NOT NULL,
	`places` integer NOT NULL,
	`plans` text NOT NULL,
	`next_at` integer,
	PRIMARY KEY(`round_id`, `due_at`)
);
--> statement-breakpoint
CREATE INDEX `round_misses_next` ON `round_misses` (`next_at`);--> statement-breakpoint
CREATE TABLE `rounds` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`group_id` text,
	`plan` text NOT NULL,
	`places` text NOT NULL,
	`people` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`since` integer NOT NULL,
	`looked_to` integer NOT NULL,
	`look_at` integer
);
--> statement-breakpoint
CREATE INDEX `rounds_due` ON `rounds` (`look_at`);