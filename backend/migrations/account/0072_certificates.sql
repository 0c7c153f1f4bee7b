CREATE TABLE `calibration_certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`laboratory` text NOT NULL,
	`number` text NOT NULL,
	`calibrated_on` text NOT NULL,
	`due_on` text,
	`as_found` text NOT NULL,
	`unit` text NOT NULL,
	`points` text NOT NULL,
	`note` text NOT NULL,
	`attachment_id` text,
	`serial_number` text,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`reminded_days` integer
);
--> statement-breakpoint
CREATE INDEX `calibration_certificates_by_device` ON `calibration_certificates` (`device_id`);--> statement-breakpoint
ALTER TABLE `report_runs` ADD `calibrated` text;--> statement-breakpoint
CREATE INDEX `report_runs_by_end` ON `report_runs` (`to_at`);