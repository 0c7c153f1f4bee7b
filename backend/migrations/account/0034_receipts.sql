ALTER TABLE `account` ADD `receipt_floor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `log_events` ADD `receipt` integer;--> statement-breakpoint
CREATE INDEX `log_events_by_receipt` ON `log_events` (`receipt`);--> statement-breakpoint
ALTER TABLE `alert_events` ADD `receipt` integer;--> statement-breakpoint
CREATE INDEX `alert_events_by_receipt` ON `alert_events` (`receipt`);