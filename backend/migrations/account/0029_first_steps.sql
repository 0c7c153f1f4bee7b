CREATE TABLE `sample_fleet` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`stored_parts` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sample_things` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `account` ADD `second_step_from` integer;--> statement-breakpoint
ALTER TABLE `account` ADD `first_steps_hidden_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `second_step` text;