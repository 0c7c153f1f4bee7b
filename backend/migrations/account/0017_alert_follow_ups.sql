CREATE TABLE `alert_follow_ups` (
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`recipient_key` text NOT NULL,
	`recipient` text,
	`done` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `kind`, `recipient_key`)
);
--> statement-breakpoint
CREATE INDEX `alert_follow_ups_due` ON `alert_follow_ups` (`due_at`);--> statement-breakpoint
CREATE TABLE `rule_opt_outs` (
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`alert_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`alert_id`, `channel`, `address`)
);
--> statement-breakpoint
ALTER TABLE `alerts` ADD `contact_group_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `alerts` ADD `notification` text DEFAULT '{"channels":null,"reminder":null,"escalation":[],"tellsMeanwhile":false}' NOT NULL;--> statement-breakpoint
ALTER TABLE `alerts` ADD `unreachable_since` integer;