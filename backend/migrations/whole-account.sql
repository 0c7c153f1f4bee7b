-- The tables of a new account, as all migrations leave them. Written by npm run migrations.
CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`company_name` text NOT NULL,
	`product_name` text NOT NULL,
	`logo_url` text,
	`time_zone` text NOT NULL,
	`plan_name` text NOT NULL,
	`plan_status` text NOT NULL,
	`trial_ends_at` integer,
	`included_devices` integer,
	`included_users` integer,
	`quota_bytes` integer NOT NULL,
	`created_at` integer NOT NULL
, `version` integer DEFAULT 1 NOT NULL, `legal_name` text DEFAULT '' NOT NULL, `tax_id` text DEFAULT '' NOT NULL, `industry` text DEFAULT '' NOT NULL, `description` text DEFAULT '' NOT NULL, `street` text DEFAULT '' NOT NULL, `postcode` text DEFAULT '' NOT NULL, `city` text DEFAULT '' NOT NULL, `region` text DEFAULT '' NOT NULL, `country` text DEFAULT '' NOT NULL, `phone` text DEFAULT '' NOT NULL, `email` text DEFAULT '' NOT NULL, `website` text DEFAULT '' NOT NULL, `support_contact` text DEFAULT '' NOT NULL, `language` text DEFAULT 'en' NOT NULL, `hour_cycle` text DEFAULT '12' NOT NULL, `date_order` text DEFAULT 'month' NOT NULL, `week_start` text DEFAULT 'monday' NOT NULL, `decimal_sign` text DEFAULT 'point' NOT NULL, `temperature_unit` text DEFAULT 'stored' NOT NULL, `is_quota_binding` integer DEFAULT false NOT NULL, `when_full` text DEFAULT 'refuse' NOT NULL, `notified_percent` integer DEFAULT 0 NOT NULL, `full_since` integer, `full_notified_at` integer, `retention_days` integer, `second_step_from` integer, `first_steps_hidden_at` integer, `report_retention` text DEFAULT '400d' NOT NULL, `report_mail` text DEFAULT 'asSaved' NOT NULL, `file_check` text DEFAULT 'on' NOT NULL, `storage_contacts` text, `object_notified_percent` integer DEFAULT 0 NOT NULL, `evidence_retention` text DEFAULT '400d' NOT NULL, `evidence_kept` text DEFAULT '400d' NOT NULL, `evidence_shorter_at` integer, `receipt_floor` integer DEFAULT 0 NOT NULL, `units_checked_from` integer, `reading_units` text DEFAULT '{}' NOT NULL, `idle_minutes` integer, `session_hours` integer, `emergency_owners` text, `change_reasons` text, `is_open_to_assistants` integer DEFAULT false NOT NULL, `signing` text DEFAULT 'anyone' NOT NULL, `note_kinds` text DEFAULT '[]' NOT NULL, `trail_review` text DEFAULT 'off' NOT NULL, `assessments` text DEFAULT 'optional' NOT NULL, `assessed_from` integer, `four_eyes` text DEFAULT '[]' NOT NULL, `still_out_hours` integer DEFAULT 4 NOT NULL);
CREATE TABLE `channels` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`quantity` text NOT NULL,
	`unit` text NOT NULL,
	`decimals` integer NOT NULL,
	`position` integer NOT NULL
, `min` real, `max` real);
CREATE UNIQUE INDEX `channels_by_device` ON `channels` (`device_id`,`name_key`);
CREATE TABLE `contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`full_name` text NOT NULL,
	`company` text DEFAULT '' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`time_zone` text NOT NULL,
	`last_notified_at` integer,
	`created_at` integer NOT NULL
, `language` text DEFAULT 'en' NOT NULL, `quiet_hours` text DEFAULT '[]' NOT NULL, `critical_bypasses_quiet` integer DEFAULT true NOT NULL, `paused_until` integer, `linked_user_id` text, `version` integer DEFAULT 1 NOT NULL);
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`serial_number` text,
	`serial_key` text,
	`description` text DEFAULT '' NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`site` text DEFAULT '' NOT NULL,
	`timezone_offset` integer NOT NULL,
	`time_zone_rule` integer NOT NULL,
	`logging_interval_seconds` integer NOT NULL,
	`upload_interval_seconds` integer NOT NULL,
	`offline_after_seconds` integer,
	`key_digest` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`archived_at` integer
, `retention_days` integer, `key_created_at` integer, `key_used_at` integer, `previous_key_digest` text, `previous_key_until` integer, `previous_key_used_at` integer, `address` text DEFAULT '' NOT NULL, `latitude` real, `longitude` real, `firmware_version` text DEFAULT '' NOT NULL, `hardware_version` text DEFAULT '' NOT NULL, `power` text, `tags` text DEFAULT '[]' NOT NULL, `metadata` text DEFAULT '{}' NOT NULL, `version` integer DEFAULT 1 NOT NULL, `inherits` text DEFAULT '[]' NOT NULL, `muted_until` integer, `mute_reason` text DEFAULT '' NOT NULL, `deleted_from` integer, `measured_logging_seconds` integer, `measured_upload_seconds` integer, `kept_days` integer, `settled_days` integer, `sends` text DEFAULT 'regular' NOT NULL, `altitude` real);
CREATE UNIQUE INDEX `devices_serial_key_unique` ON `devices` (`serial_key`);
CREATE TABLE `group_devices` (
	`group_id` text NOT NULL,
	`device_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `device_id`)
);
CREATE INDEX `group_devices_by_device` ON `group_devices` (`device_id`);
CREATE TABLE `groups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`colour` text,
	`created_at` integer NOT NULL
, `version` integer DEFAULT 1 NOT NULL, `filter` text, `defaults` text DEFAULT '{}' NOT NULL, `muted_until` integer, `mute_reason` text DEFAULT '' NOT NULL);
CREATE TABLE `log_events` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`level` text NOT NULL,
	`text` text NOT NULL
, `author` text, `naming` text, `alert_event_id` text, `author_id` text, `receipt` integer, `said` text, `ends_at` integer, `group_id` text, `kind_id` text, `attachment_id` text, `corrects` text, `corrected_by` text);
CREATE INDEX `log_events_by_time` ON `log_events` (`at`);
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`format` text NOT NULL,
	`schedule` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`contact_ids` text NOT NULL,
	`next_run_at` integer,
	`last_run_at` integer,
	`created_at` integer NOT NULL
, `version` integer DEFAULT 1 NOT NULL, `saved_by` text);
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`sub` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`scope` text NOT NULL,
	`status` text NOT NULL,
	`last_seen_at` integer,
	`created_at` integer NOT NULL
, `identity_issued_at` integer, `version` integer DEFAULT 1 NOT NULL, `last_sign_in_at` integer, `second_step` text, `language` text, `has_shown_second_step` integer DEFAULT false NOT NULL);
CREATE UNIQUE INDEX `users_sub_unique` ON `users` (`sub`);
CREATE TABLE `session_bounds` (
	`user_id` text PRIMARY KEY NOT NULL,
	`valid_after` integer NOT NULL,
	`spared_sign_in` text
);
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sign_in` text NOT NULL,
	`auth_time` integer,
	`browser` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`ended_at` integer
, `provider` text, `is_by_passkey` integer DEFAULT false NOT NULL, `has_second_step` integer DEFAULT false NOT NULL);
CREATE UNIQUE INDEX `sessions_by_user` ON `sessions` (`user_id`,`sign_in`);
CREATE TABLE `device_states` (
	`device_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`since` integer NOT NULL,
	`is_battery_low` integer DEFAULT false NOT NULL
);
CREATE TABLE `failed_jobs` (
	`work` text NOT NULL,
	`subject` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text NOT NULL,
	`set_aside_at` integer, `failing_since` integer,
	PRIMARY KEY(`work`, `subject`)
);
CREATE TABLE `integration_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`key_digest` text NOT NULL,
	`previous_key_digest` text,
	`previous_key_until` integer,
	`is_creating_devices` integer NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`revoked_at` integer
, `line_filters` text DEFAULT '[]' NOT NULL);
CREATE TABLE `reading_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`file_name` text NOT NULL,
	`accepted` integer NOT NULL,
	`duplicates` integer NOT NULL,
	`replaced` integer NOT NULL,
	`rejected` integer NOT NULL,
	`from` integer,
	`to` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`settles_at` integer NOT NULL,
	`settled_at` integer,
	`undone_at` integer
, `undone` text, `request_key` text, `batch_id` text);
CREATE INDEX `reading_imports_apart` ON `reading_imports` (`settles_at`) WHERE settled_at IS NULL AND undone_at IS NULL;
CREATE TABLE `calibrations` (
	`channel_id` text NOT NULL,
	`from` integer NOT NULL,
	`scale` real NOT NULL,
	`offset` real NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`channel_id`, `from`)
);
CREATE TABLE `status_changes` (
	`device_id` text NOT NULL,
	`at` integer NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`at`, `device_id`)
);
CREATE TABLE `undos` (
	`id` text NOT NULL,
	`part` integer NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`id`, `part`)
);
CREATE INDEX `devices_being_deleted` ON `devices` (`deleted_from`) WHERE deleted_from IS NOT NULL;
CREATE TABLE `merged_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL
);
CREATE INDEX `devices_archived` ON `devices` (`id`) WHERE archived_at IS NOT NULL;
CREATE TABLE `device_refusals` (
	`device_id` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`ended_at` integer,
	`said_at` integer NOT NULL,
	`last` text NOT NULL
) WITHOUT ROWID;
CREATE TABLE `running_work` (
	`id` integer PRIMARY KEY NOT NULL,
	`work` text,
	`subject` text
);
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`class` text NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`recipient_key` text NOT NULL,
	`contact_id` text,
	`user_id` text,
	`requested_by` text,
	`address_version` text,
	`address` text,
	`state` text NOT NULL,
	`reason` text,
	`error` text,
	`attempt` integer NOT NULL,
	`hand_overs` integer NOT NULL,
	`due_at` integer,
	`lease_until` integer,
	`begun_at` integer NOT NULL,
	`give_up_at` integer NOT NULL,
	`claimed_at` integer,
	`claims` integer NOT NULL,
	`is_counted` integer NOT NULL,
	`is_unverified` integer NOT NULL,
	`is_code` integer NOT NULL,
	`provider_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`settled_at` integer
, `address_key` text, `is_test` integer DEFAULT false NOT NULL, `language` text, `replaces` text, `outcome` text);
CREATE INDEX `messages_due` ON `messages` (`due_at`) WHERE due_at IS NOT NULL;
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`cause` text NOT NULL,
	`about` text NOT NULL,
	`step` integer NOT NULL,
	`recipient_key` text NOT NULL,
	`facts` text,
	`dropped_for` text,
	`created_at` integer NOT NULL
, `lost_at` integer);
CREATE UNIQUE INDEX `notices_owed` ON `notices` (`about`,`cause`,`step`,`recipient_key`);
CREATE INDEX `notices_by_message` ON `notices` (`message_id`);
CREATE TABLE `departures` (
	`sub` text PRIMARY KEY NOT NULL,
	`how` text NOT NULL,
	`at` integer NOT NULL,
	`is_directory_due` integer NOT NULL
, `email` text);
CREATE INDEX `departures_due` ON `departures` (`at`) WHERE is_directory_due = 1;
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`scope` text NOT NULL,
	`note` text NOT NULL,
	`invited_by` text NOT NULL,
	`inviter_name` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`end` text,
	`due_at` integer NOT NULL
);
CREATE UNIQUE INDEX `invitations_email_unique` ON `invitations` (`email`);
CREATE INDEX `invitations_due` ON `invitations` (`due_at`);
CREATE TABLE `alert_catch_ups` (
	`device_id` text NOT NULL,
	`import_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`device_id`, `import_id`)
);
CREATE TABLE `alert_events` (
	`id` text PRIMARY KEY NOT NULL,
	`alert_id` text,
	`device_id` text,
	`channel_id` text,
	`rule_version` integer NOT NULL,
	`rule_name` text NOT NULL,
	`sentence` text NOT NULL,
	`condition` text,
	`severity` text NOT NULL,
	`worst_severity` text NOT NULL,
	`started_at` integer NOT NULL,
	`fired_at` integer NOT NULL,
	`fired_value` real NOT NULL,
	`count` integer NOT NULL,
	`peak` real NOT NULL,
	`peak_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_value` real NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	`is_past` integer DEFAULT false NOT NULL,
	`is_clock_wrong` integer DEFAULT false NOT NULL,
	`stale_since` integer,
	`import_id` text,
	`is_before_messages` integer DEFAULT false NOT NULL,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`muted_until` integer,
	`part_of` text
, `unread` text, `receipt` integer, `crossings` integer, `said` text, `is_drill` integer DEFAULT false NOT NULL, `assignee_id` text, `roster_id` text);
CREATE INDEX `alert_events_open` ON `alert_events` (`device_id`) WHERE ended_at IS NULL;
CREATE INDEX `alert_events_by_time` ON `alert_events` (`started_at`,`id`);
CREATE INDEX `alert_events_by_rule` ON `alert_events` (`alert_id`,`fired_at`);
CREATE INDEX `alert_events_by_whole` ON `alert_events` (`part_of`) WHERE part_of IS NOT NULL;
CREATE INDEX `alert_events_by_device` ON `alert_events` (`device_id`,`started_at`);
CREATE TABLE `alert_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`author` text,
	`text` text NOT NULL
, `contact_ids` text, `said` text);
CREATE INDEX `alert_notes_by_event` ON `alert_notes` (`event_id`);
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`severity` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`scope` text NOT NULL,
	`contact_ids` text NOT NULL,
	`rule` text NOT NULL,
	`rule_version` integer DEFAULT 1 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
, `contact_group_ids` text DEFAULT '[]' NOT NULL, `notification` text DEFAULT '{"channels":null,"reminder":null,"escalation":[],"tellsMeanwhile":false}' NOT NULL, `unreachable_since` integer, `muted_until` integer, `mute_reason` text DEFAULT '' NOT NULL, `fault` text);
CREATE TABLE `contact_codes` (
	`contact_id` text NOT NULL,
	`channel` text NOT NULL,
	`code_digest` text NOT NULL,
	`address_version` integer NOT NULL,
	`tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`contact_id`, `channel`)
);
CREATE TABLE `contact_group_members` (
	`group_id` text NOT NULL,
	`contact_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `contact_id`)
);
CREATE INDEX `contact_group_members_by_contact` ON `contact_group_members` (`contact_id`);
CREATE TABLE `contact_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `opt_outs` (
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`class` text NOT NULL,
	`until` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `address`, `class`)
);
CREATE TABLE `alert_follow_ups` (
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`recipient_key` text NOT NULL,
	`recipient` text,
	`done` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `kind`, `recipient_key`)
);
CREATE INDEX `alert_follow_ups_due` ON `alert_follow_ups` (`due_at`);
CREATE TABLE `rule_opt_outs` (
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`alert_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`alert_id`, `channel`, `address`)
);
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`screen` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`is_shared` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `saved_views_by_user` ON `saved_views` (`user_id`);
CREATE TABLE `rewrites` (
	`name` text PRIMARY KEY NOT NULL,
	`done_at` integer NOT NULL
);
CREATE INDEX `messages_limited` ON `messages` (`claimed_at`) WHERE is_unverified = 1 OR is_code = 1 OR is_test = 1;
CREATE INDEX `messages_spent` ON `messages` (`settled_at`) WHERE reason = 'shareSpent';
CREATE TABLE `file_formats` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`name` text NOT NULL,
	`header_key` text NOT NULL,
	`settings` text NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` text NOT NULL
);
CREATE INDEX `reading_imports_by_request` ON `reading_imports` (`request_key`) WHERE request_key IS NOT NULL;
CREATE TABLE `integration_messages` (
	`key_id` text NOT NULL,
	`place` integer NOT NULL,
	`id` text NOT NULL,
	`received_at` integer NOT NULL,
	`endpoint` text NOT NULL,
	`event` text,
	`serial_number` text,
	`device_id` text,
	`body` text,
	`outcome` text NOT NULL,
	`read_again_at` integer,
	PRIMARY KEY(`key_id`, `place`)
);
CREATE INDEX `integration_messages_by_time` ON `integration_messages` (`received_at`);
CREATE TABLE `device_uplinks` (
	`device_id` text PRIMARY KEY NOT NULL,
	`frames` text NOT NULL,
	`note` text
, `clock_behind_ms` integer);
CREATE TABLE `file_hashes` (
	`sha256` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`file_id` text NOT NULL,
	`kind` text NOT NULL,
	`company_name` text NOT NULL,
	`product_name` text NOT NULL,
	`made_at` integer NOT NULL,
	`revised_at` integer,
	`signed_at` integer,
	`due_at` integer
, `printed` text);
CREATE INDEX `file_hashes_by_run` ON `file_hashes` (`run_id`);
CREATE INDEX `file_hashes_by_due` ON `file_hashes` (`due_at`);
CREATE TABLE `identity_confirmations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sign_in` text NOT NULL,
	`purpose` text NOT NULL,
	`confirmed_at` integer NOT NULL
, `proof` text);
CREATE TABLE `report_editions` (
	`file_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`due_at` integer NOT NULL
);
CREATE INDEX `report_editions_by_due` ON `report_editions` (`due_at`);
CREATE TABLE `report_files` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`object_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`group_id` text,
	`group_name` text,
	`created_at` integer NOT NULL
);
CREATE INDEX `report_files_by_run` ON `report_files` (`run_id`);
CREATE TABLE `report_garbage` (
	`object_key` text PRIMARY KEY NOT NULL,
	`upload_id` text,
	`due_at` integer NOT NULL
);
CREATE INDEX `report_garbage_by_due` ON `report_garbage` (`due_at`);
CREATE TABLE `report_links` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`file_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`address_version` text NOT NULL,
	`form` text NOT NULL,
	`message_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`opened` integer DEFAULT 0 NOT NULL
);
CREATE INDEX `report_links_by_run` ON `report_links` (`run_id`);
CREATE TABLE `report_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`definition_version` integer NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`trigger` text NOT NULL,
	`requested_by` text,
	`is_sent` integer NOT NULL,
	`period_key` text,
	`state` text NOT NULL,
	`attempt` integer NOT NULL,
	`lease_until` integer,
	`due_at` integer,
	`kept_from` text,
	`seq` integer,
	`upload_id` text,
	`done` integer,
	`of` integer,
	`rows` integer,
	`excursions` integer,
	`notes` text NOT NULL,
	`error` text,
	`revision` text,
	`queued_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`kept_until` integer
, `method` integer, `notes_said` text, `error_said` text, `language` text, `requester_id` text, `calibrated` text);
CREATE INDEX `report_runs_by_report` ON `report_runs` (`report_id`,`id`);
CREATE INDEX `report_runs_by_due` ON `report_runs` (`state`,`due_at`);
CREATE INDEX `report_runs_by_expiry` ON `report_runs` (`kept_until`);
CREATE UNIQUE INDEX `report_runs_by_period` ON `report_runs` (`report_id`,`period_key`);
CREATE TABLE `report_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`file_id` text NOT NULL,
	`sha256` text NOT NULL,
	`user_id` text NOT NULL,
	`sub` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`meaning` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
, `proof` text);
CREATE INDEX `report_signatures_by_run` ON `report_signatures` (`run_id`);
CREATE TABLE `report_versions` (
	`report_id` text NOT NULL,
	`version` integer NOT NULL,
	`definition` text NOT NULL,
	`saved_at` integer NOT NULL, `saved_by` text,
	PRIMARY KEY(`report_id`, `version`)
);
CREATE INDEX `reports_by_next_run` ON `reports` (`next_run_at`);
CREATE TABLE `retention_shortenings` (
	`device_id` text PRIMARY KEY NOT NULL,
	`days` integer NOT NULL,
	`decided_at` integer NOT NULL,
	`decided_seq` integer NOT NULL,
	`due_at` integer NOT NULL
);
CREATE INDEX `retention_shortenings_by_due` ON `retention_shortenings` (`due_at`);
CREATE INDEX `devices_unsettled` ON `devices` (`id`) WHERE retention_days IS NOT settled_days;
CREATE TABLE `sample_fleet` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`stored_parts` integer NOT NULL,
	`ends_at` integer NOT NULL
);
CREATE TABLE `sample_things` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL
);
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
CREATE TABLE `brand_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`brand` text NOT NULL
);
CREATE TABLE `brand_images` (
	`hash` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `brand_publications` (
	`revision` integer PRIMARY KEY NOT NULL,
	`brand` text NOT NULL,
	`key` text NOT NULL,
	`published_at` integer NOT NULL,
	`published_by` text NOT NULL,
	`due_at` integer
);
CREATE INDEX `brand_publications_due` ON `brand_publications` (`due_at`);
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`access` text NOT NULL,
	`scope` text NOT NULL,
	`key_digest` text NOT NULL,
	`kept_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`last_used_from` text,
	`revoked_at` integer
, `warned_days` integer, `renewed_days` integer);
CREATE TABLE `planned_mutes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`windows` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`skipped_until` integer,
	`due_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `planned_mutes_by_target` ON `planned_mutes` (`target_id`);
CREATE INDEX `planned_mutes_due` ON `planned_mutes` (`due_at`);
CREATE TABLE `billing` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`plan_limits` text NOT NULL,
	`plan_warned` text NOT NULL,
	`customer_id` text,
	`subscription_id` text,
	`checkout` text,
	`facts` text,
	`past_due_since` integer,
	`frozen_from` integer,
	`marks` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`read_at` integer,
	`look_at` integer,
	`quota_binds_from` integer
);
CREATE TABLE `usage_counts` (
	`month` text NOT NULL,
	`meter` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`month`, `meter`)
);
CREATE TABLE `usage_statements` (
	`month` text PRIMARY KEY NOT NULL,
	`statement` text NOT NULL,
	`closed_at` integer NOT NULL
);
CREATE TABLE `evidence_erasures` (
	`contact_id` text PRIMARY KEY NOT NULL
);
CREATE TABLE `evidence_parts` (
	`object_key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`first_id` text NOT NULL,
	`last_id` text NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer NOT NULL,
	`checksum` text NOT NULL,
	`month_ends_at` integer NOT NULL,
	`facets` text,
	`is_stale` integer DEFAULT false NOT NULL
);
CREATE INDEX `evidence_parts_by_id` ON `evidence_parts` (`kind`,`first_id`);
CREATE INDEX `evidence_parts_by_month` ON `evidence_parts` (`month_ends_at`);
CREATE TABLE `bulk_change_parts` (
	`change_id` text NOT NULL,
	`part` integer NOT NULL,
	`items` text NOT NULL,
	PRIMARY KEY(`change_id`, `part`)
);
CREATE TABLE `bulk_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`what` text NOT NULL,
	`begun_by` text NOT NULL,
	`origin` text NOT NULL,
	`at` integer NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`lease_until` integer NOT NULL
);
CREATE TABLE `walls` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`name` text NOT NULL,
	`token_digest` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_seen_at` integer
, `warned_days` integer, `floor_plan_id` text);
CREATE TABLE `reading_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`seq` integer NOT NULL,
	`from` integer,
	`to` integer,
	`is_gone` integer NOT NULL,
	`group_ids` text NOT NULL
);
CREATE TABLE `account_deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`reminded_at` integer,
	`closed_at` integer
);
CREATE TABLE `data_export_files` (
	`export_id` text NOT NULL,
	`number` integer NOT NULL,
	`path` text NOT NULL,
	`source` text NOT NULL,
	`report_key` text,
	`cursor` text,
	`objects` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`crc` integer DEFAULT 0 NOT NULL,
	`sha256` text,
	`archive` integer,
	PRIMARY KEY(`export_id`, `number`)
);
CREATE INDEX `data_export_files_by_archive` ON `data_export_files` (`export_id`,`archive`,`number`);
CREATE INDEX `data_export_files_by_report` ON `data_export_files` (`report_key`) WHERE report_key IS NOT NULL;
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`requested_by_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`stage` text NOT NULL,
	`after_id` text DEFAULT '' NOT NULL,
	`devices` integer NOT NULL,
	`devices_done` integer DEFAULT 0 NOT NULL,
	`archives` text NOT NULL,
	`finished_at` integer,
	`expires_at` integer
);
CREATE INDEX `data_exports_by_due` ON `data_exports` (`due_at`);
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`topics` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` integer,
	`is_enabled` integer NOT NULL,
	`stopped_at` integer,
	`last_sent_at` integer,
	`failing_since` integer,
	`waiting` integer DEFAULT 0 NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`minute_from` integer DEFAULT 0 NOT NULL,
	`minute_count` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `messages_to_webhooks` ON `messages` (`recipient_key`,`id`) WHERE substr(recipient_key, 1, 8) = 'webhook:';
CREATE TABLE `recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`restored_to` integer NOT NULL,
	`held_at` integer NOT NULL,
	`released_at` integer
);
CREATE INDEX `log_events_by_receipt` ON `log_events` (`receipt`);
CREATE INDEX `alert_events_by_receipt` ON `alert_events` (`receipt`);
CREATE INDEX `alert_catch_ups_due` ON `alert_catch_ups` (`due_at`);
CREATE TABLE `repeatable_requests` (
	`caller_id` text NOT NULL,
	`key_digest` text NOT NULL,
	`asked_digest` text NOT NULL,
	`access` text NOT NULL,
	`at` integer NOT NULL,
	`entities` text NOT NULL,
	`state_digest` text,
	`answer` text,
	`secrets` text NOT NULL,
	PRIMARY KEY(`caller_id`, `key_digest`)
);
CREATE INDEX `repeatable_requests_by_time` ON `repeatable_requests` (`at`);
CREATE TABLE `reading_verdicts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`verdict` text NOT NULL,
	`reason` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text
);
CREATE INDEX `reading_verdicts_by_device` ON `reading_verdicts` (`device_id`);
CREATE TABLE `sent_units` (
	`channel_id` text NOT NULL,
	`spelling` text NOT NULL,
	`channel_unit` text NOT NULL,
	`device_id` text NOT NULL,
	`unit` text NOT NULL,
	`value` real NOT NULL,
	`first_at` integer NOT NULL,
	`meaning` text,
	`decided_by` text,
	`decided_at` integer,
	PRIMARY KEY(`channel_id`, `spelling`, `channel_unit`)
);
CREATE INDEX `sent_units_by_device` ON `sent_units` (`device_id`);
CREATE INDEX `sent_units_open` ON `sent_units` (`device_id`) WHERE meaning IS NULL;
CREATE INDEX `device_uplinks_behind` ON `device_uplinks` (`device_id`,`clock_behind_ms`) WHERE clock_behind_ms IS NOT NULL;
CREATE INDEX `reading_imports_by_batch` ON `reading_imports` (`batch_id`) WHERE batch_id IS NOT NULL;
CREATE TABLE `derived_channels` (
	`channel_id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`definition` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `derived_channels_by_device` ON `derived_channels` (`device_id`);
CREATE TABLE `line_parts` (
	`key_id` text NOT NULL,
	`place` integer NOT NULL,
	`heard_at` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`key_id`, `place`)
);
CREATE INDEX `line_parts_by_time` ON `line_parts` (`heard_at`);
CREATE TABLE `line_rules` (
	`key_id` text NOT NULL,
	`series` text NOT NULL,
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `series`)
);
CREATE INDEX `line_rules_by_channel` ON `line_rules` (`channel_id`);
CREATE INDEX `line_rules_by_device` ON `line_rules` (`device_id`);
CREATE TABLE `payload_recipes` (
	`key_id` text NOT NULL,
	`version` integer NOT NULL,
	`recipe` text NOT NULL,
	`from` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `version`)
);
CREATE TABLE `pinned_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`body` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `recipe_senders` (
	`key_id` text NOT NULL,
	`device_id` text NOT NULL,
	`paths` text NOT NULL,
	`has_missing` integer NOT NULL,
	PRIMARY KEY(`key_id`, `device_id`)
);
CREATE INDEX `recipe_senders_by_missing` ON `recipe_senders` (`key_id`,`has_missing`);
CREATE INDEX `recipe_senders_by_device` ON `recipe_senders` (`device_id`);
CREATE TABLE `roster_overrides` (
	`id` text PRIMARY KEY NOT NULL,
	`roster_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`created_by` text NOT NULL
, `accepted_by` text);
CREATE INDEX `roster_overrides_by_roster` ON `roster_overrides` (`roster_id`);
CREATE TABLE `roster_plans` (
	`roster_id` text NOT NULL,
	`from` integer NOT NULL,
	`plan` text NOT NULL,
	PRIMARY KEY(`roster_id`, `from`)
);
CREATE TABLE `rosters` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`fallback_contact_ids` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE "contact_channels" (
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
CREATE INDEX `contact_channels_by_address` ON `contact_channels` (`address`);
CREATE TABLE `attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`use` text,
	`use_id` text,
	`device_id` text,
	`group_id` text,
	`due_at` integer
, `width` integer, `height` integer);
CREATE INDEX `attachments_by_use` ON `attachments` (`use`,`use_id`);
CREATE INDEX `attachments_by_device` ON `attachments` (`device_id`);
CREATE INDEX `attachments_by_key` ON `attachments` (`object_key`);
CREATE INDEX `attachments_by_due` ON `attachments` (`due_at`) WHERE due_at IS NOT NULL;
CREATE TABLE `assistant_uses` (
	`key_id` text NOT NULL,
	`day` integer NOT NULL,
	`tool` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `key_id`, `tool`)
);
CREATE TABLE `proof_codes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`code_digest` text NOT NULL,
	`tries_left` integer NOT NULL,
	`sends_left` integer NOT NULL,
	`counted_until` integer NOT NULL,
	`expires_at` integer NOT NULL
);
CREATE TABLE `lake_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`is_due` integer NOT NULL,
	`is_failed` integer DEFAULT false NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`making` text,
	`stored_at` integer
);
CREATE TABLE `lake_files` (
	`path` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`state` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`sha256` text DEFAULT '' NOT NULL,
	`due_at` integer,
	`copy` text DEFAULT 'none' NOT NULL
);
CREATE INDEX `lake_files_by_day` ON `lake_files` (`day`);
CREATE TABLE `lakes` (
	`id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`since` integer,
	`position` text,
	`is_widened` integer DEFAULT true NOT NULL,
	`stage` text DEFAULT 'rest' NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`hand` text DEFAULT 'none' NOT NULL,
	`due_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`old_days` integer DEFAULT 0 NOT NULL,
	`night` text,
	`last_night` text,
	`endpoint` text,
	`bucket` text,
	`prefix` text,
	`region` text,
	`key_id` text,
	`secret` text,
	`outcome` text
);
CREATE TABLE `duty_calendars` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_digest` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
CREATE UNIQUE INDEX `duty_calendars_user_id_unique` ON `duty_calendars` (`user_id`);
CREATE TABLE `roster_swaps` (
	`id` text PRIMARY KEY NOT NULL,
	`roster_id` text NOT NULL,
	`giver_id` text NOT NULL,
	`taker_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`return_from` integer,
	`return_to` integer,
	`state` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `roster_swaps_by_roster` ON `roster_swaps` (`roster_id`);
CREATE TABLE `roster_watches` (
	`roster_id` text PRIMARY KEY NOT NULL,
	`looked_at` integer NOT NULL,
	`look_at` integer NOT NULL,
	`faults` text DEFAULT '[]' NOT NULL,
	`changed_at` integer,
	`before` text
);
CREATE INDEX `roster_watches_due` ON `roster_watches` (`look_at`);
CREATE TABLE `alert_storms` (
	`recipient_key` text NOT NULL,
	`site` text NOT NULL,
	`times` text NOT NULL,
	`worst` integer NOT NULL,
	`first_message_id` text,
	`message_id` text,
	`next_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`recipient_key`, `site`)
);
CREATE TABLE `mail_inboxes` (
	`key_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`senders` text NOT NULL,
	`keeper_notified_at` integer,
	`replied_at` text NOT NULL
);
CREATE TABLE `received_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`message_id` text NOT NULL,
	`sender` text NOT NULL,
	`subject` text NOT NULL,
	`standing` text NOT NULL,
	`files` text NOT NULL,
	`omitted` integer NOT NULL
);
CREATE INDEX `received_mails_by_key` ON `received_mails` (`key_id`,`received_at`);
CREATE INDEX `received_mails_by_message` ON `received_mails` (`key_id`,`message_id`);
CREATE INDEX `received_mails_by_time` ON `received_mails` (`received_at`);
CREATE TABLE `justified_spans` (
	`seq` integer PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`reason` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text
);
CREATE INDEX `justified_spans_by_channel` ON `justified_spans` (`channel_id`,`from`);
CREATE INDEX `log_events_by_end` ON `log_events` (`ends_at`) WHERE "log_events"."ends_at" is not null;
CREATE TABLE `trail_remarks` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`audit_id` text NOT NULL,
	`author_id` text NOT NULL,
	`author` text NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL
);
CREATE INDEX `trail_remarks_by_review` ON `trail_remarks` (`review_id`);
CREATE TABLE `trail_reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`month` text NOT NULL,
	`zone` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`started_by` text,
	`created_at` integer NOT NULL,
	`due_at` integer,
	`reminders` integer DEFAULT 0 NOT NULL,
	`make_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`maker_id` text,
	`reading` text,
	`file_id` text,
	`rows` integer,
	`unnamed` integer,
	`remarks` integer,
	`error` text,
	`signed_at` integer
);
CREATE UNIQUE INDEX `trail_reviews_by_month` ON `trail_reviews` (`month`);
CREATE INDEX `trail_reviews_by_making` ON `trail_reviews` (`make_at`);
CREATE TABLE `floor_plan_devices` (
	`plan_id` text NOT NULL,
	`device_id` text NOT NULL,
	`x` integer NOT NULL,
	`y` integer NOT NULL,
	`placed_at` integer NOT NULL,
	`absent_since` integer,
	PRIMARY KEY(`plan_id`, `device_id`)
);
CREATE INDEX `floor_plan_devices_by_device` ON `floor_plan_devices` (`device_id`);
CREATE TABLE `floor_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`parent_id` text,
	`name` text NOT NULL,
	`alt_text` text NOT NULL,
	`attachment_id` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`check_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
CREATE INDEX `floor_plans_by_group` ON `floor_plans` (`group_id`);
CREATE INDEX `floor_plans_by_check` ON `floor_plans` (`check_at`);
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
CREATE INDEX `calibration_certificates_by_device` ON `calibration_certificates` (`device_id`);
CREATE INDEX `report_runs_by_end` ON `report_runs` (`to_at`);
CREATE TABLE `public_links` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`target` text NOT NULL,
	`span` text NOT NULL,
	`token_digest` text NOT NULL,
	`origins` text NOT NULL,
	`allows_picture` integer NOT NULL,
	`allows_data` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`open_count` integer DEFAULT 0 NOT NULL,
	`opens` text DEFAULT '[]' NOT NULL
, `warned_days` integer);
CREATE TABLE `round_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`round_id` text NOT NULL,
	`round_name` text NOT NULL,
	`place_id` text NOT NULL,
	`place_name` text NOT NULL,
	`device_ids` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`clock_off_ms` integer,
	`due_at` integer,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`results` text NOT NULL,
	`reason` text NOT NULL,
	`reason_by` text,
	`reason_at` integer
);
CREATE INDEX `round_entries_by_round` ON `round_entries` (`round_id`,`at`);
CREATE INDEX `round_entries_by_receipt` ON `round_entries` (`received_at`);
CREATE TABLE `round_misses` (
	`round_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`done` integer NOT NULL,
	`places` integer NOT NULL,
	`plans` text NOT NULL,
	`next_at` integer,
	PRIMARY KEY(`round_id`, `due_at`)
);
CREATE INDEX `round_misses_next` ON `round_misses` (`next_at`);
CREATE TABLE `rounds` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`group_id` text,
	`plan` text NOT NULL,
	`places` text NOT NULL,
	`people` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`since` integer NOT NULL,
	`looked_to` integer NOT NULL,
	`look_at` integer
);
CREATE INDEX `rounds_due` ON `rounds` (`look_at`);
CREATE INDEX `alert_events_by_assignee` ON `alert_events` (`assignee_id`) WHERE assignee_id IS NOT NULL AND ended_at IS NULL;
CREATE TABLE `proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`procedure` text NOT NULL,
	`input` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text,
	`subject_name` text NOT NULL,
	`before` text NOT NULL,
	`reason` text NOT NULL,
	`proposer_id` text NOT NULL,
	`proposer_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text NOT NULL,
	`decider_name` text,
	`decided_at` integer,
	`comment` text DEFAULT '' NOT NULL
);
CREATE INDEX `proposals_waiting` ON `proposals` (`expires_at`) WHERE state = 'waiting';
