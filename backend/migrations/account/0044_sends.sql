ALTER TABLE `devices` ADD `sends` text DEFAULT 'regular' NOT NULL;--> statement-breakpoint
UPDATE `devices` SET `inherits` = json_insert(`inherits`, '$[#]', 'sends');
