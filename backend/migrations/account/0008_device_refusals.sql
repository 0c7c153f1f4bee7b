CREATE TABLE `device_refusals` (
	`device_id` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`ended_at` integer,
	`said_at` integer NOT NULL,
	`last` text NOT NULL
) WITHOUT ROWID;
