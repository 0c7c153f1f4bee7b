CREATE TABLE `session_bounds` (
	`user_id` text PRIMARY KEY NOT NULL,
	`valid_after` integer NOT NULL,
	`spared_sign_in` text
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sign_in` text NOT NULL,
	`auth_time` integer,
	`browser` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_user` ON `sessions` (`user_id`,`sign_in`);--> statement-breakpoint
ALTER TABLE `users` ADD `identity_issued_at` integer;