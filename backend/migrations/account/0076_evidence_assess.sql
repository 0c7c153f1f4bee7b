CREATE TABLE `proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`procedure` text NOT NULL,
	`input` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text,
	`subject_name` text NOT NULL,
	`before` text NOT NULL,
	`reason` text NOT NULL,
	`proposer_id` text NOT NULL,
	`proposer_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text NOT NULL,
	`decider_name` text,
	`decided_at` integer,
	`comment` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `proposals_waiting` ON `proposals` (`expires_at`) WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE `account` ADD `assessments` text DEFAULT 'optional' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `assessed_from` integer;--> statement-breakpoint
ALTER TABLE `account` ADD `four_eyes` text DEFAULT '[]' NOT NULL;