CREATE TABLE `integration_messages` (
	`key_id` text NOT NULL,
	`place` integer NOT NULL,
	`id` text NOT NULL,
	`received_at` integer NOT NULL,
	`endpoint` text NOT NULL,
	`event` text,
	`serial_number` text,
	`device_id` text,
	`body` text,
	`outcome` text NOT NULL,
	`read_again_at` integer,
	PRIMARY KEY(`key_id`, `place`)
);
--> statement-breakpoint
CREATE INDEX `integration_messages_by_time` ON `integration_messages` (`received_at`);--> statement-breakpoint
CREATE TABLE `device_uplinks` (
	`device_id` text PRIMARY KEY NOT NULL,
	`frames` text NOT NULL,
	`note` text
);
