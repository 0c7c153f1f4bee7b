CREATE TABLE `merged_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL
);
