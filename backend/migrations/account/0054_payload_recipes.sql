CREATE TABLE `payload_recipes` (
	`key_id` text NOT NULL,
	`version` integer NOT NULL,
	`recipe` text NOT NULL,
	`from` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `pinned_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`body` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recipe_senders` (
	`key_id` text NOT NULL,
	`device_id` text NOT NULL,
	`paths` text NOT NULL,
	`has_missing` integer NOT NULL,
	PRIMARY KEY(`key_id`, `device_id`)
);
--> statement-breakpoint
CREATE INDEX `recipe_senders_by_missing` ON `recipe_senders` (`key_id`,`has_missing`);--> statement-breakpoint
CREATE INDEX `recipe_senders_by_device` ON `recipe_senders` (`device_id`);