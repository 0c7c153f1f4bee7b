CREATE TABLE `brand_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`brand` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `brand_images` (
	`hash` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `brand_publications` (
	`revision` integer PRIMARY KEY NOT NULL,
	`brand` text NOT NULL,
	`key` text NOT NULL,
	`published_at` integer NOT NULL,
	`published_by` text NOT NULL,
	`due_at` integer
);
--> statement-breakpoint
CREATE INDEX `brand_publications_due` ON `brand_publications` (`due_at`);