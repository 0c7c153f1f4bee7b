CREATE TABLE `assistant_uses` (
	`key_id` text NOT NULL,
	`day` integer NOT NULL,
	`tool` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `key_id`, `tool`)
);
--> statement-breakpoint
ALTER TABLE `account` ADD `is_open_to_assistants` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `renewed_days` integer;