CREATE TABLE `recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`restored_to` integer NOT NULL,
	`held_at` integer NOT NULL,
	`released_at` integer
);
