CREATE TABLE `alert_storms` (
	`recipient_key` text NOT NULL,
	`site` text NOT NULL,
	`times` text NOT NULL,
	`worst` integer NOT NULL,
	`first_message_id` text,
	`message_id` text,
	`next_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`recipient_key`, `site`)
);
--> statement-breakpoint
ALTER TABLE `messages` ADD `replaces` text;