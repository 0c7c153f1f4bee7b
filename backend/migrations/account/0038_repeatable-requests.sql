CREATE TABLE `repeatable_requests` (
	`caller_id` text NOT NULL,
	`key_digest` text NOT NULL,
	`asked_digest` text NOT NULL,
	`access` text NOT NULL,
	`at` integer NOT NULL,
	`entities` text NOT NULL,
	`state_digest` text,
	`answer` text,
	`secrets` text NOT NULL,
	PRIMARY KEY(`caller_id`, `key_digest`)
);
--> statement-breakpoint
CREATE INDEX `repeatable_requests_by_time` ON `repeatable_requests` (`at`);