ALTER TABLE `alerts` ADD `muted_until` integer;--> statement-breakpoint
ALTER TABLE `alerts` ADD `mute_reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `groups` ADD `muted_until` integer;--> statement-breakpoint
ALTER TABLE `groups` ADD `mute_reason` text DEFAULT '' NOT NULL;