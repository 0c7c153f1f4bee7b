CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`class` text NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`recipient_key` text NOT NULL,
	`contact_id` text,
	`user_id` text,
	`requested_by` text,
	`address_version` text,
	`address` text,
	`state` text NOT NULL,
	`reason` text,
	`error` text,
	`attempt` integer NOT NULL,
	`hand_overs` integer NOT NULL,
	`due_at` integer,
	`lease_until` integer,
	`begun_at` integer NOT NULL,
	`give_up_at` integer NOT NULL,
	`claimed_at` integer,
	`claims` integer NOT NULL,
	`is_counted` integer NOT NULL,
	`is_unverified` integer NOT NULL,
	`is_code` integer NOT NULL,
	`provider_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_capped` ON `messages` (`claimed_at`) WHERE is_unverified = 1 OR is_code = 1;--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`cause` text NOT NULL,
	`about` text NOT NULL,
	`step` integer NOT NULL,
	`recipient_key` text NOT NULL,
	`facts` text,
	`dropped_for` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_owed` ON `notices` (`about`,`cause`,`step`,`recipient_key`);--> statement-breakpoint
CREATE INDEX `notices_by_message` ON `notices` (`message_id`);