CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`access` text NOT NULL,
	`scope` text NOT NULL,
	`key_digest` text NOT NULL,
	`kept_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`last_used_from` text,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE TABLE `planned_mutes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`windows` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`skipped_until` integer,
	`due_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `planned_mutes_by_target` ON `planned_mutes` (`target_id`);--> statement-breakpoint
CREATE INDEX `planned_mutes_due` ON `planned_mutes` (`due_at`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `evidence_erasures` (
	`contact_id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `evidence_parts` (
	`object_key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`first_id` text NOT NULL,
	`last_id` text NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer NOT NULL,
	`checksum` text NOT NULL,
	`month_ends_at` integer NOT NULL,
	`facets` text,
	`is_stale` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `evidence_parts_by_id` ON `evidence_parts` (`kind`,`first_id`);--> statement-breakpoint
CREATE INDEX `evidence_parts_by_month` ON `evidence_parts` (`month_ends_at`);--> statement-breakpoint
CREATE TABLE `bulk_change_parts` (
	`change_id` text NOT NULL,
	`part` integer NOT NULL,
	`items` text NOT NULL,
	PRIMARY KEY(`change_id`, `part`)
);
--> statement-breakpoint
CREATE TABLE `bulk_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`what` text NOT NULL,
	`begun_by` text NOT NULL,
	`origin` text NOT NULL,
	`at` integer NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `account` ADD `storage_contacts` text;--> statement-breakpoint
ALTER TABLE `account` ADD `object_notified_percent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `evidence_retention` text DEFAULT '400d' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `evidence_kept` text DEFAULT '400d' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `evidence_shorter_at` integer;