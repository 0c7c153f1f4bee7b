ALTER TABLE `report_runs` ADD `calibrated` text;--> statement-breakpoint
CREATE INDEX `report_runs_by_end` ON `report_runs` (`to_at`);