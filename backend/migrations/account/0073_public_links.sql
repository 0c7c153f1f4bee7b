CREATE TABLE `public_links` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`target` text NOT NULL,
	`span` text NOT NULL,
	`token_digest` text NOT NULL,
	`origins` text NOT NULL,
	`allows_picture` integer NOT NULL,
	`allows_data` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`open_count` integer DEFAULT 0 NOT NULL,
	`opens` text DEFAULT '[]' NOT NULL
);
