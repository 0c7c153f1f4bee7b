CREATE TABLE `running_work` (
	`id` integer PRIMARY KEY NOT NULL,
	`work` text,
	`subject` text
);
