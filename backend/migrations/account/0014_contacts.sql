CREATE TABLE `contact_channels` (
	`contact_id` text NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`address_version` integer NOT NULL,
	`status` text NOT NULL,
	`is_default` integer NOT NULL,
	`secret` text,
	`consent_at` integer,
	`last_result` text,
	`last_result_at` integer,
	PRIMARY KEY(`contact_id`, `channel`)
);
--> statement-breakpoint
CREATE INDEX `contact_channels_by_address` ON `contact_channels` (`address`);--> statement-breakpoint
CREATE TABLE `contact_codes` (
	`contact_id` text NOT NULL,
	`channel` text NOT NULL,
	`code_digest` text NOT NULL,
	`address_version` integer NOT NULL,
	`tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`contact_id`, `channel`)
);
--> statement-breakpoint
CREATE TABLE `contact_group_members` (
	`group_id` text NOT NULL,
	`contact_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `contact_id`)
);
--> statement-breakpoint
CREATE INDEX `contact_group_members_by_contact` ON `contact_group_members` (`contact_id`);--> statement-breakpoint
CREATE TABLE `contact_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `opt_outs` (
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`class` text NOT NULL,
	`until` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `address`, `class`)
);
--> statement-breakpoint
ALTER TABLE `contacts` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `contacts` ADD `quiet_hours` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `contacts` ADD `critical_bypasses_quiet` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `contacts` ADD `paused_until` integer;--> statement-breakpoint
ALTER TABLE `contacts` ADD `linked_user_id` text;--> statement-breakpoint
ALTER TABLE `contacts` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
INSERT INTO `contact_channels` (`contact_id`, `channel`, `address`, `address_version`, `status`, `is_default`)
	SELECT `id`, 'email', `email`, 1, `email_status`, true FROM `contacts` WHERE `email` IS NOT NULL;--> statement-breakpoint
INSERT INTO `contact_channels` (`contact_id`, `channel`, `address`, `address_version`, `status`, `is_default`)
	SELECT `id`, 'sms', `phone`, 1, `phone_status`, true FROM `contacts` WHERE `phone` IS NOT NULL;
