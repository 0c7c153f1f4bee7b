CREATE TABLE `rewrites` (
	`name` text PRIMARY KEY NOT NULL,
	`done_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `messages_capped`;--> statement-breakpoint
ALTER TABLE `messages` ADD `address_key` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `is_test` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_limited` ON `messages` (`claimed_at`) WHERE is_unverified = 1 OR is_code = 1 OR is_test = 1;--> statement-breakpoint
CREATE INDEX `messages_spent` ON `messages` (`settled_at`) WHERE reason = 'shareSpent';