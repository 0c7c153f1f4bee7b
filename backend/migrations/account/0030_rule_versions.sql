CREATE TABLE `rule_versions` (
	`alert_id` text NOT NULL,
	`from_at` integer NOT NULL,
	`name` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`severity` text NOT NULL,
	`scope` text NOT NULL,
	`rule` text,
	`is_older` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`alert_id`, `from_at`)
);
--> statement-breakpoint
-- What rules were before is not known, so their first version begins now.
INSERT INTO `rule_versions` (`alert_id`, `from_at`, `name`, `is_enabled`, `severity`, `scope`, `rule`, `is_older`)
SELECT `id`, CAST(strftime('%s', 'now') AS INTEGER) * 1000, `name`, `is_enabled`, `severity`, `scope`, `rule`, 1 FROM `alerts`;
--> statement-breakpoint
ALTER TABLE `account` ADD `report_retention` text DEFAULT '400d' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `report_mail` text DEFAULT 'asSaved' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `file_check` text DEFAULT 'on' NOT NULL;