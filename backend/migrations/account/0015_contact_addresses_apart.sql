ALTER TABLE `contacts` DROP COLUMN `email`;--> statement-breakpoint
ALTER TABLE `contacts` DROP COLUMN `email_status`;--> statement-breakpoint
ALTER TABLE `contacts` DROP COLUMN `phone`;--> statement-breakpoint
ALTER TABLE `contacts` DROP COLUMN `phone_status`;