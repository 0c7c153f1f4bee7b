CREATE TABLE `__new_contact_channels` (
	`contact_id` text NOT NULL,
	`channel` text NOT NULL,
	`id` text DEFAULT '' NOT NULL,
	`label` text DEFAULT '' NOT NULL,
	`address` text NOT NULL,
	`address_version` integer NOT NULL,
	`status` text NOT NULL,
	`is_default` integer NOT NULL,
	`secret` text,
	`consent_at` integer,
	`last_result` text,
	`last_result_at` integer,
	PRIMARY KEY(`contact_id`, `channel`, `id`)
);
--> statement-breakpoint
INSERT INTO `__new_contact_channels`("contact_id", "channel", "id", "label", "address", "address_version", "status", "is_default", "secret", "consent_at", "last_result", "last_result_at") SELECT "contact_id", "channel", '', '', "address", "address_version", "status", "is_default", "secret", "consent_at", "last_result", "last_result_at" FROM `contact_channels`;--> statement-breakpoint
DROP TABLE `contact_channels`;--> statement-breakpoint
ALTER TABLE `__new_contact_channels` RENAME TO `contact_channels`;--> statement-breakpoint
CREATE INDEX `contact_channels_by_address` ON `contact_channels` (`address`);