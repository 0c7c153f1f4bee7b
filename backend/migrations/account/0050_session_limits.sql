ALTER TABLE `account` ADD `idle_minutes` integer;--> statement-breakpoint
ALTER TABLE `account` ADD `session_hours` integer;