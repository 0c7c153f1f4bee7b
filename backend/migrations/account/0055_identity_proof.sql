ALTER TABLE `sessions` ADD `is_by_passkey` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `identity_confirmations` ADD `proof` text;--> statement-breakpoint
ALTER TABLE `report_signatures` ADD `proof` text;