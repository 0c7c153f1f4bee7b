CREATE TABLE `lake_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`is_due` integer NOT NULL,
	`is_failed` integer DEFAULT false NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`making` text,
	`stored_at` integer
);
--> statement-breakpoint
CREATE TABLE `lake_files` (
	`path` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`state` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`sha256` text DEFAULT '' NOT NULL,
	`due_at` integer,
	`copy` text DEFAULT 'none' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lake_files_by_day` ON `lake_files` (`day`);--> statement-breakpoint
CREATE TABLE `lakes` (
	`id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`since` integer,
	`position` text,
	`is_widened` integer DEFAULT true NOT NULL,
	`stage` text DEFAULT 'rest' NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`hand` text DEFAULT 'none' NOT NULL,
	`due_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`old_days` integer DEFAULT 0 NOT NULL,
	`night` text,
	`last_night` text,
	`endpoint` text,
	`bucket` text,
	`prefix` text,
	`region` text,
	`key_id` text,
	`secret` text,
	`outcome` text
);
