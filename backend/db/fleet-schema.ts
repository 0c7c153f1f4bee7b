import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AsFound, CertificatePoint } from "../../shared/device/certificate";
import type { DerivedDefinition } from "../../shared/device/derived/definition";
import type { GroupFilter } from "../../shared/device/device-filter";
import type {
	DeviceMetadata,
	DevicePower,
	DeviceStatus,
	InheritableSetting,
	Sends,
} from "../../shared/device/device-terms";
import type { GroupColour, GroupDefaults, GroupKind } from "../../shared/device/group";
import type { Quantity } from "../../shared/formats/units";
import type { DeviceRejections } from "../../shared/ingest/device-rejections";
import type { UplinkFrame, UplinkNote } from "../../shared/ingest/integration-message";
import type { UnitMeaning } from "../../shared/ingest/sent-unit";
import type { VerdictKind } from "../../shared/log/reading-verdicts";
import type { TimeZoneRule } from "../../shared/time/time-zones";

export const instant = (name: string) => integer(name, { mode: "timestamp_ms" });

export const groups = sqliteTable("groups", {
	id: text().primaryKey(),
	name: text().notNull(),
	kind: text().$type<GroupKind>().notNull(),
	description: text().notNull().default(""),
	colour: text().$type<GroupColour>(),
	version: integer().notNull().default(1),
	/** Null: devices are chosen manually. `groupDevices` lists the members either way. */
	filter: text({ mode: "json" }).$type<GroupFilter>(),
	defaults: text({ mode: "json" }).$type<GroupDefaults>().notNull().default({}),
	/** Epoch ms. A past time means not muted. */
	mutedUntil: integer("muted_until"),
	muteReason: text("mute_reason").notNull().default(""),
	createdAt: instant("created_at").notNull(),
});

/** Stored ids may still name a merged group. */
export const mergedGroups = sqliteTable("merged_groups", {
	id: text().primaryKey(),
	intoId: text("into_id").notNull(),
});

export const groupDevices = sqliteTable(
	"group_devices",
	{ groupId: text("group_id").notNull(), deviceId: text("device_id").notNull() },
	(table) => [
		primaryKey({ columns: [table.groupId, table.deviceId] }),
		index("group_devices_by_device").on(table.deviceId),
	],
);

/** `checkAt`: when placements of devices outside the group are looked at again. Times are epoch ms. */
export const floorPlans = sqliteTable(
	"floor_plans",
	{
		id: text().primaryKey(),
		groupId: text("group_id").notNull(),
		parentId: text("parent_id"),
		name: text().notNull(),
		altText: text("alt_text").notNull(),
		attachmentId: text("attachment_id").notNull(),
		width: integer().notNull(),
		height: integer().notNull(),
		version: integer().notNull().default(1),
		checkAt: integer("check_at").notNull(),
		createdAt: integer("created_at").notNull(),
		createdBy: text("created_by").notNull(),
	},
	(table) => [index("floor_plans_by_group").on(table.groupId), index("floor_plans_by_check").on(table.checkAt)],
);

export const floorPlanDevices = sqliteTable(
	"floor_plan_devices",
	{
		planId: text("plan_id").notNull(),
		deviceId: text("device_id").notNull(),
		x: integer().notNull(),
		y: integer().notNull(),
		placedAt: integer("placed_at").notNull(),
		/** Null: the device is in the group. */
		absentSince: integer("absent_since"),
	},
	(table) => [
		primaryKey({ columns: [table.planId, table.deviceId] }),
		index("floor_plan_devices_by_device").on(table.deviceId),
	],
);

export const devices = sqliteTable(
	"devices",
	{
		id: text().primaryKey(),
		name: text().notNull(),
		serialNumber: text("serial_number"),
		/** Normalized: no dashes or spaces, lower case. */
		serialKey: text("serial_key").unique(),
		description: text().notNull().default(""),
		model: text().notNull().default(""),
		site: text().notNull().default(""),
		address: text().notNull().default(""),
		/** Metres above sea level. */
		altitude: real(),
		latitude: real(),
		longitude: real(),
		firmwareVersion: text("firmware_version").notNull().default(""),
		hardwareVersion: text("hardware_version").notNull().default(""),
		power: text().$type<DevicePower>(),
		tags: text({ mode: "json" }).$type<string[]>().notNull().default([]),
		metadata: text({ mode: "json" }).$type<DeviceMetadata>().notNull().default({}),
		version: integer().notNull().default(1),
		timezoneOffset: integer("timezone_offset").notNull(),
		timeZoneRule: integer("time_zone_rule").$type<TimeZoneRule>().notNull(),
		loggingIntervalSeconds: integer("logging_interval_seconds").notNull(),
		uploadIntervalSeconds: integer("upload_interval_seconds").notNull(),
		/** Intervals measured from uploads; null: unknown. */
		measuredLoggingSeconds: integer("measured_logging_seconds"),
		measuredUploadSeconds: integer("measured_upload_seconds"),
		/** Null: derived from the upload interval. */
		offlineAfterSeconds: integer("offline_after_seconds"),
		retentionDays: integer("retention_days"),
		sends: text().$type<Sends>().notNull().default("regular"),
		/** The retention in force; null: for ever. A shorter one applies after a delay. */
		keptDays: integer("kept_days"),
		/** The retention from which `keptDays` or `retentionShortenings` follows. */
		settledDays: integer("settled_days"),
		/** Settings that come from a group or the defaults. The columns contain the applied values. */
		inherits: text({ mode: "json" }).$type<InheritableSetting[]>().notNull().default([]),
		mutedUntil: instant("muted_until"),
		muteReason: text("mute_reason").notNull().default(""),
		keyDigest: text("key_digest").notNull(),
		keyCreatedAt: instant("key_created_at"),
		keyUsedAt: instant("key_used_at"),
		previousKeyDigest: text("previous_key_digest"),
		previousKeyUntil: instant("previous_key_until"),
		previousKeyUsedAt: instant("previous_key_used_at"),
		createdAt: instant("created_at").notNull(),
		createdBy: text("created_by").notNull(),
		archivedAt: instant("archived_at"),
		deletedFrom: instant("deleted_from"),
	},
	(table) => [
		// The alarm reads the next one at every write: it must not read every device.
		index("devices_being_deleted").on(table.deletedFrom).where(sql`deleted_from IS NOT NULL`),
		index("devices_archived").on(table.id).where(sql`archived_at IS NOT NULL`),
		// Runs after every write, so read only devices whose retention changed.
		index("devices_unsettled").on(table.id).where(sql`retention_days IS NOT settled_days`),
	],
);

/** Nothing is hidden or removed before `dueAt`. Times are epoch ms. */
export const retentionShortenings = sqliteTable(
	"retention_shortenings",
	{
		deviceId: text("device_id").primaryKey(),
		days: integer().notNull(),
		decidedAt: integer("decided_at").notNull(),
		/** The newest upload at the decision. */
		decidedSeq: integer("decided_seq").notNull(),
		dueAt: integer("due_at").notNull(),
	},
	(table) => [index("retention_shortenings_by_due").on(table.dueAt)],
);

export const statusChanges = sqliteTable(
	"status_changes",
	{
		deviceId: text("device_id").notNull(),
		at: integer().notNull(),
		status: text().$type<DeviceStatus>().notNull(),
	},
	(table) => [primaryKey({ columns: [table.at, table.deviceId] })],
);

export const deviceStates = sqliteTable("device_states", {
	deviceId: text("device_id").primaryKey(),
	status: text().$type<DeviceStatus>().notNull(),
	since: integer().notNull(),
	isBatteryLow: integer("is_battery_low", { mode: "boolean" }).notNull().default(false),
});

/** The last upload with rejected entries. `endedAt`: the next fully accepted upload. Epoch ms. */
export const deviceRefusals = sqliteTable("device_refusals", {
	deviceId: text("device_id").primaryKey(),
	since: integer().notNull(),
	endedAt: integer("ended_at"),
	saidAt: integer("said_at").notNull(),
	last: text({ mode: "json" }).$type<Omit<DeviceRejections, "since">>().notNull(),
});

/** The newest frames of devices behind a network server, and a note on what the last message did not store. */
export const deviceUplinks = sqliteTable(
	"device_uplinks",
	{
		deviceId: text("device_id").primaryKey(),
		frames: text({ mode: "json" }).$type<UplinkFrame[]>().notNull(),
		note: text({ mode: "json" }).$type<UplinkNote>(),
		/** How far the device's clock is behind, if more than a year. Null: not. */
		clockBehindMs: integer("clock_behind_ms"),
	},
	(table) => [
		// Lists of devices read these few rows without the frames.
		index("device_uplinks_behind").on(table.deviceId, table.clockBehindMs).where(sql`clock_behind_ms IS NOT NULL`),
	],
);

/** Unknown spellings of units that a channel received, and their meaning. */
export const sentUnits = sqliteTable(
	"sent_units",
	{
		channelId: text("channel_id").notNull(),
		spelling: text().notNull(),
		/** The channel's unit at that time. If the unit changes, the meaning no longer applies. */
		channelUnit: text("channel_unit").notNull(),
		deviceId: text("device_id").notNull(),
		unit: text().notNull(),
		value: real().notNull(),
		firstAt: instant("first_at").notNull(),
		meaning: text({ mode: "json" }).$type<UnitMeaning>(),
		/** Null: open, or accepted before units were checked. */
		decidedBy: text("decided_by"),
		decidedAt: instant("decided_at"),
	},
	(table) => [
		primaryKey({ columns: [table.channelId, table.spelling, table.channelUnit] }),
		index("sent_units_by_device").on(table.deviceId),
		index("sent_units_open").on(table.deviceId).where(sql`meaning IS NULL`),
	],
);

export const channels = sqliteTable(
	"channels",
	{
		id: text().primaryKey(),
		deviceId: text("device_id").notNull(),
		name: text().notNull(),
		nameKey: text("name_key").notNull(),
		quantity: text().$type<Quantity>().notNull(),
		unit: text().notNull(),
		decimals: integer().notNull(),
		position: integer().notNull(),
		min: real(),
		max: real(),
	},
	(table) => [uniqueIndex("channels_by_device").on(table.deviceId, table.nameKey)],
);

/** Changes of readings without an upload: undone imports, removals and calibrations. */
export const readingChanges = sqliteTable("reading_changes", {
	id: integer().primaryKey(),
	deviceId: text("device_id").notNull(),
	/** The newest upload number, so that numbers never fall when a device is deleted. */
	seq: integer().notNull(),
	/** Epoch ms, `to` excluded; null: open. */
	from: integer(),
	to: integer(),
	/** A deleted device, with its former groups. */
	isGone: integer("is_gone", { mode: "boolean" }).notNull(),
	groupIds: text("group_ids", { mode: "json" }).$type<string[]>().notNull(),
});

/** From `from` (epoch ms) a channel reads `value × scale + offset`. */
export const calibrations = sqliteTable(
	"calibrations",
	{
		channelId: text("channel_id").notNull(),
		from: integer().notNull(),
		scale: real().notNull(),
		offset: real().notNull(),
		createdBy: text("created_by").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.channelId, table.from] })],
);

/** A channel with a row here is computed while reading. Not columns of `channels`, whose rows each upload may add to. */
export const derivedChannels = sqliteTable(
	"derived_channels",
	{
		channelId: text("channel_id").primaryKey(),
		deviceId: text("device_id").notNull(),
		definition: text({ mode: "json" }).$type<DerivedDefinition>().notNull(),
		createdBy: text("created_by").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [index("derived_channels_by_device").on(table.deviceId)],
);

/** `seq` is a number of the uploads' order: the highest decides. Ended ones stay. */
/** True readings that do not count against compliance. Alerts and charts ignore it. */
export const justifiedSpans = sqliteTable(
	"justified_spans",
	{
		seq: integer().primaryKey(),
		deviceId: text("device_id").notNull(),
		channelId: text("channel_id").notNull(),
		from: integer().notNull(),
		to: integer().notNull(),
		reason: text().notNull(),
		author: text().notNull(),
		createdAt: instant("created_at").notNull(),
		endedAt: instant("ended_at"),
		endedBy: text("ended_by"),
	},
	(table) => [index("justified_spans_by_channel").on(table.channelId, table.from)],
);

/** A laboratory's certificate of one channel. Days as `2026-11-30`. */
export const calibrationCertificates = sqliteTable(
	"calibration_certificates",
	{
		id: text().primaryKey(),
		deviceId: text("device_id").notNull(),
		channelId: text("channel_id").notNull(),
		laboratory: text().notNull(),
		number: text().notNull(),
		calibratedOn: text("calibrated_on").notNull(),
		dueOn: text("due_on"),
		asFound: text("as_found").$type<AsFound>().notNull(),
		unit: text().notNull(),
		points: text({ mode: "json" }).$type<CertificatePoint[]>().notNull(),
		note: text().notNull(),
		attachmentId: text("attachment_id"),
		serialNumber: text("serial_number"),
		/** A user's id. */
		recordedBy: text("recorded_by").notNull(),
		recordedAt: integer("recorded_at").notNull(),
		version: integer().notNull().default(1),
		/** Days of the last reminder; null: none was sent. */
		remindedDays: integer("reminded_days"),
	},
	(table) => [index("calibration_certificates_by_device").on(table.deviceId)],
);

export const readingVerdicts = sqliteTable(
	"reading_verdicts",
	{
		seq: integer().primaryKey(),
		deviceId: text("device_id").notNull(),
		channelId: text("channel_id").notNull(),
		from: integer().notNull(),
		to: integer().notNull(),
		verdict: text().$type<VerdictKind>().notNull(),
		reason: text().notNull(),
		author: text().notNull(),
		createdAt: instant("created_at").notNull(),
		endedAt: instant("ended_at"),
		endedBy: text("ended_by"),
	},
	(table) => [index("reading_verdicts_by_device").on(table.deviceId)],
);
