CREATE TABLE `trail_remarks` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`audit_id` text NOT NULL,
	`author_id` text NOT NULL,
	`author` text NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trail_remarks_by_review` ON `trail_remarks` (`review_id`);--> statement-breakpoint
CREATE TABLE `trail_reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`month` text NOT NULL,
	`zone` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`started_by` text,
	`created_at` integer NOT NULL,
	`due_at` integer,
	`reminders` integer DEFAULT 0 NOT NULL,
	`make_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`maker_id` text,
	`reading` text,
	`file_id` text,
	`rows` integer,
	`unnamed` integer,
	`remarks` integer,
	`error` text,
	`signed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trail_reviews_by_month` ON `trail_reviews` (`month`);--> statement-breakpoint
CREATE INDEX `trail_reviews_by_making` ON `trail_reviews` (`make_at`);--> statement-breakpoint
ALTER TABLE `account` ADD `trail_review` text DEFAULT 'off' NOT NULL;