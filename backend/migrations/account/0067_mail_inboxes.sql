CREATE TABLE `mail_inboxes` (
	`key_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`senders` text NOT NULL,
	`keeper_notified_at` integer,
	`replied_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `received_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`message_id` text NOT NULL,
	`sender` text NOT NULL,
	`subject` text NOT NULL,
	`standing` text NOT NULL,
	`files` text NOT NULL,
	`omitted` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `received_mails_by_key` ON `received_mails` (`key_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `received_mails_by_message` ON `received_mails` (`key_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `received_mails_by_time` ON `received_mails` (`received_at`);