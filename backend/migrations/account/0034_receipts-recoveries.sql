CREATE TABLE `recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`restored_to` integer NOT NULL,
	`held_at` integer NOT NULL,
	`released_at` integer
);
--> statement-breakpoint
ALTER TABLE `account` ADD `receipt_floor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `log_events` ADD `receipt` integer;--> statement-breakpoint
CREATE INDEX `log_events_by_receipt` ON `log_events` (`receipt`);--> statement-breakpoint
ALTER TABLE `alert_events` ADD `receipt` integer;--> statement-breakpoint
CREATE INDEX `alert_events_by_receipt` ON `alert_events` (`receipt`);