CREATE TABLE `reading_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`seq` integer NOT NULL,
	`from` integer,
	`to` integer,
	`is_gone` integer NOT NULL,
	`group_ids` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`topics` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` integer,
	`is_enabled` integer NOT NULL,
	`stopped_at` integer,
	`last_sent_at` integer,
	`failing_since` integer,
	`waiting` integer DEFAULT 0 NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`minute_from` integer DEFAULT 0 NOT NULL,
	`minute_count` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `messages_to_webhooks` ON `messages` (`recipient_key`,`id`) WHERE substr(recipient_key, 1, 8) = 'webhook:';