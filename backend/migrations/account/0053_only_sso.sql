ALTER TABLE `account` ADD `emergency_owners` text;--> statement-breakpoint
ALTER TABLE `departures` ADD `email` text;