CREATE TABLE `departures` (
	`sub` text PRIMARY KEY NOT NULL,
	`how` text NOT NULL,
	`at` integer NOT NULL,
	`is_directory_due` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `departures_due` ON `departures` (`at`) WHERE is_directory_due = 1;--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`scope` text NOT NULL,
	`note` text NOT NULL,
	`invited_by` text NOT NULL,
	`inviter_name` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`end` text,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email_unique` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_due` ON `invitations` (`due_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `last_sign_in_at` integer;--> statement-breakpoint
UPDATE `users` SET `last_sign_in_at` = (SELECT max(`auth_time`) * 1000 FROM `sessions` WHERE `sessions`.`user_id` = `users`.`id`);