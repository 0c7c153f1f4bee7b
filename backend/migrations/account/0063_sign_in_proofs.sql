CREATE TABLE `proof_codes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`code_digest` text NOT NULL,
	`tries_left` integer NOT NULL,
	`sends_left` integer NOT NULL,
	`counted_until` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `has_second_step` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `has_shown_second_step` integer DEFAULT false NOT NULL;