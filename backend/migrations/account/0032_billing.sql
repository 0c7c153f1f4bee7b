CREATE TABLE `billing` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`plan_limits` text NOT NULL,
	`plan_warned` text NOT NULL,
	`customer_id` text,
	`subscription_id` text,
	`checkout` text,
	`facts` text,
	`past_due_since` integer,
	`frozen_from` integer,
	`marks` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`read_at` integer,
	`look_at` integer,
	`quota_binds_from` integer
);
--> statement-breakpoint
CREATE TABLE `usage_counts` (
	`month` text NOT NULL,
	`meter` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`month`, `meter`)
);
--> statement-breakpoint
CREATE TABLE `usage_statements` (
	`month` text PRIMARY KEY NOT NULL,
	`statement` text NOT NULL,
	`closed_at` integer NOT NULL
);
